/** What a browser says it is, in two words. Only shown: anything can say anything. */

const programs: [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const systems: [RegExp, string][] = [
  [/\biPad\b/, 'iPad'],
  [/\biPhone\b/, 'iPhone'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

const nameOf = (known: [RegExp, string][], text: string): string =>
  known.find(([sign]) => sign.test(text))?.[1] ?? ''

/** '' for what is not known. */
export function readUserAgent(text: string, touchPoints = 0): { program: string; system: string } {
  const system = nameOf(systems, text)
  return { program: nameOf(programs, text), system: system === 'Mac' && touchPoints > 1 ? 'iPad' : system }
}

/** Prometheus' text, read line by line; a line that is neither comment nor sample fails. */
export interface MetricsText {
  /** `series` as it stands there: its name, and its labels in the order of the text. */
  valueOf(series: string): number | undefined
  /** Without those that a histogram adds. */
  names: string[]
}

export function inMetrics(text: string): MetricsText {
  const values = new Map<string, number>()
  const names: string[] = []
  for (const line of text.split('\n')) {
    if (line === '') continue
    const [, named] = /^# TYPE (\S+) (?:counter|gauge|histogram|summary)$/.exec(line) ?? []
    if (named !== undefined) names.push(named)
    if (line.startsWith('#')) continue
    const [, series = '', value] = /^([a-z_:][\w:]*(?:\{(?:\w+="[^"\\]*",?)*\})?) (\S+)$/i.exec(line) ?? []
    if (value === undefined || Number.isNaN(Number(value))) throw new Error(`This is no sample: ${line}`)
    if (values.has(series)) throw new Error(`This stands there twice: ${series}`)
    values.set(series, Number(value))
  }
  return { valueOf: series => values.get(series), names }
}

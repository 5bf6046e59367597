/** What Dexie says about accidents that are meant: lost connections, and updates beside an open tab. */
const meant = /^Dexie: Need to reopen db$|^Another connection wants to upgrade database /

export function quietDexie(): void {
  const { warn } = console
  console.warn = (...given: unknown[]) => void (meant.test(String(given[0])) || warn(...given))
}

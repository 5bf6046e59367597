/**
 * [LK3] Addresses without what was asked: a browser writes every address it has shown to its disk, and a search is often
 * somebody's name. What stands in its place is a number, and what it means is in this tab's memory.
 */
import type { RouterHistory } from 'vue-router'

const mark = '?asked='

export interface VeiledHistory extends RouterHistory {
  /** What the numbers in the addresses of this tab mean. */
  asked: string[]
}

/** `isVeiled`: whether this person's data has a lock, as far as is known. */
export function veiled(history: RouterHistory, isVeiled: () => boolean): VeiledHistory {
  const asked: string[] = []

  function veil(address: string): string {
    const [path = '', query] = address.split(/\?(.*)/s)
    if (query === undefined || !isVeiled()) return address
    const known = asked.indexOf(query)
    return `${path}${mark}${known === -1 ? asked.push(query) - 1 : known}`
  }

  /** Of another tab it means nothing; of before a lock, not before it is open again. */
  function unveil(address: string): string {
    const [path = '', number] = address.split(mark)
    if (number === undefined) return address
    const query = asked[Number(number)]
    return query === undefined ? path : `${path}?${query}`
  }

  return {
    asked,
    get base() {
      return history.base
    },
    get location() {
      return unveil(history.location)
    },
    get state() {
      return history.state
    },
    push: (to, data) => history.push(veil(to), data),
    replace: (to, data) => history.replace(veil(to), data),
    go: (delta, shouldTell) => history.go(delta, shouldTell),
    listen: call => history.listen((to, from, how) => call(unveil(to), unveil(from), how)),
    createHref: to => history.createHref(veil(to)),
    destroy: () => history.destroy(),
  }
}

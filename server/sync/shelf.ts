/** Pages of one kind that are kept, in the order of their records. Holds no more bytes than there is room for. */
import type { Moment } from '../db/clock.ts'
import type { After } from '../db/pages.ts'
import type { ReadPage } from './span.ts'

export interface Kept {
  after: After
  page: ReadPage
  /** Records between the two ends. */
  count: number
  /** A commit that had been made when it was read. */
  commit: Moment
  /** The newest commit after which every record of it was still there. */
  seen?: Moment | undefined
  bytes: number
}

export interface Shelf {
  at(after: After): Kept | undefined
  /** The first that begins later. */
  firstBehind(after: After): Kept | undefined
  /** Whether a page that begins there is kept: at the start or where another ends, and while there is room. */
  takes(after: After): boolean
  put(kept: Kept): void
  /** It is so large, as is known by now; null: there is none. Nothing, where it has been taken away meanwhile. */
  weigh(kept: Kept, bytes: number | null): void
  takeAway(after: After): void
}

/** `room`: bytes that are left for all shelves. What does not fit is not kept, and takes no other's place. */
export function shelfWith(room: { left: number }): Shelf {
  const pages: Kept[] = []

  /** How many begin before. */
  function placeOf(after: After): number {
    let [low, high] = [0, pages.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (isBefore((pages[middle] as Kept).after, after)) low = middle + 1
      else high = middle
    }
    return low
  }

  function at(after: After): Kept | undefined {
    const kept = pages[placeOf(after)]
    return kept && isSame(kept.after, after) ? kept : undefined
  }

  function takeAway(after: After): void {
    const kept = at(after)
    if (!kept) return
    pages.splice(placeOf(after), 1)
    room.left += kept.bytes
  }

  function isTaken(after: After): boolean {
    const before = pages[placeOf(after) - 1]
    return room.left > 0 && (before ? isSame(before.page.end, after) : after.key === '0')
  }

  return {
    at,
    takeAway,
    firstBehind(after) {
      const place = placeOf(after)
      return at(after) ? pages[place + 1] : pages[place]
    },
    takes: isTaken,
    put(kept) {
      takeAway(kept.after)
      if (kept.bytes > room.left || !isTaken(kept.after)) return
      const place = placeOf(kept.after)
      pages.splice(place, 0, kept)
      room.left -= kept.bytes
      // Others were read at the same time, and may end elsewhere.
      for (let next = pages[place + 1]; next && isBefore(next.after, kept.page.end); next = pages[place + 1])
        takeAway(next.after)
    },
    weigh(kept, bytes) {
      if (at(kept.after) !== kept) return
      if (bytes === null) return takeAway(kept.after)
      room.left += kept.bytes - bytes
      kept.bytes = bytes
    },
  }
}

function isSame(one: After, other: After): boolean {
  return one.version === other.version && one.key === other.key
}

function isBefore(one: After, other: After): boolean {
  return one.version === other.version ? BigInt(one.key) < BigInt(other.key) : one.version < other.version
}

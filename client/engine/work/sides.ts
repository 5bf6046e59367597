/** A record before and after something that was done to it. Pure. */
import type { Mutation } from '../../../shared/protocol.ts'
import { type Changes, type Fields, mapValues, minesOf } from '../../../shared/record.ts'
import type { Deed, Flight } from './act.ts'
import { lastShown } from './shown.ts'

/** As its person saw it and made it; null: it was not there. */
export interface Sides {
  before: Fields | null
  after: Fields | null
}

/** Answered, it holds the whole record; otherwise the one that was shown last. */
export function carriedBy({ record, acts }: Flight, mutation: Mutation): Sides {
  if (mutation.op === 'create') return { before: null, after: record?.fields ?? mutation.fields }
  if (mutation.op === 'delete') return { before: mutation.seen, after: null }
  return over(record?.fields ?? lastShown(acts) ?? {}, mutation.changes)
}

function over(whole: Fields, changes: Changes): Sides {
  return {
    before: { ...whole, ...mapValues(changes, ([seen]) => seen) },
    after: { ...whole, ...minesOf(changes) },
  }
}

/** null: it says nothing of the record. */
export function doneBy(deed: Deed): Sides | null {
  switch (deed.do) {
    case 'make':
      return { before: null, after: deed.fields }
    case 'restore':
      return { before: null, after: { ...deed.fields, ...minesOf(deed.changes ?? {}) } }
    case 'edit':
      return over(deed.shown, deed.changes)
    case 'delete':
      return { before: deed.shown, after: null }
    case 'delete anyway':
      return { before: deed.theirs, after: null }
    case 'choose':
    case 'keep':
      return { before: deed.theirs, after: { ...deed.theirs, ...deed.values } }
    case 'let go':
      return null
  }
}

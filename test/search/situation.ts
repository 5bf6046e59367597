/** What a search is about: who takes part, which values there are, and how much of each may happen. */
import type { Value } from '../../shared/fields.ts'
import { type Left, refused } from './state.ts'

export interface Situation {
  people: 1 | 2
  /** Values that people choose, by field of the record. */
  values: Readonly<Record<string, readonly Value[]>>
  /** Values that others choose at the server. */
  othersValues: Readonly<Record<string, readonly Value[]>>
  left: Left
  /** Whether there is the record it may refer to. */
  withDevice: boolean
  starts: readonly ('nothing' | 'known')[]
  /** Steps that every story begins with, in their words. */
  before: readonly string[]
}

export interface Wanted {
  people: 1 | 2
  left: Left
  areRefused?: boolean
  areReferring?: boolean
  /** Two values of each field, so that stories can be longer. */
  isLean?: boolean
  starts?: Situation['starts']
  before?: Situation['before']
}

export function situationWith(wanted: Wanted): Situation {
  const { people, left, areRefused, areReferring, isLean } = wanted
  const a = ['1', '2', ...(isLean ? [] : ['3']), ...(areRefused ? [refused] : [])]
  const values: Situation['values'] = areReferring ? { a, device: ['', '7'] } : { a, b: ['1', '2'] }
  const othersValues: Situation['values'] = areReferring
    ? { a: ['3'], device: [''] }
    : isLean
      ? { b: ['2'] }
      : { a: ['2', '3'], b: ['2'] }
  return {
    people,
    values,
    othersValues,
    left,
    withDevice: areReferring ?? false,
    starts: wanted.starts ?? ['nothing', 'known'],
    before: wanted.before ?? [],
  }
}

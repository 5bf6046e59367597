/** Seeds that failed once, and what was wrong then. A seed means its story only as long as people act as they did then. */

export type Found = [seed: number, story: string]

/** Found with pages of two records. */
export const found: Found[] = [
  [207_800_029, 'two runs landed one flight, and the later put back what the first had made free'],
  [207_830_198, 'an edit was missed in the list, whose creation, never sent, nobody could read any more'],
  [207_910_007, 'what was refused for a reason that may be gone went round and round behind an obstacle'],
  [207_920_153, 'a record was brought back without an edit that another tab had made, unheard'],
  [208_000_381, 'an undo was done and called failed, as its row could not be read back'],
  [
    208_000_684,
    'a later act left before one of another tab, unheard, and its person was asked about themselves',
  ],
  [208_200_492, 'what was brought back before a server lost it got another id'],
  [208_400_502, 'a record brought back in two tabs lost what was typed in one of them'],
  [208_403_499, 'what was brought back did not show while a restored server was received anew'],
  [208_414_141, 'what was brought back from a draft, its deletion long forgotten, got another id'],
  [208_414_335, 'an undo of a delete that another tab had sent, unheard, did not show'],
]

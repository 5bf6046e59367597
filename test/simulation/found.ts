/** Seeds that failed once, and what was wrong then, with the repertoire they were found in. */
import type { Repertoire } from './repertoire.ts'

export type Found = [seed: number, story: string, repertoire: Repertoire]

/** Found with the measures of the program. */
export const foundFull: Found[] = [
  [20, 'an undo that was rejected counted as done twice', 1],
  [75, 'an undo gave back the record as another tab had last seen it', 1],
  [520, 'an undo behind a refused delete waited for ever', 1],
  [5003, 'a refused delete had swallowed edits that were on their way', 1],
  [5056, 'a restored server had lost a push whose pull had not come yet, and nobody noticed', 1],
  [5058, 'a resync passed over a record whose version had been given out anew', 1],
  [5163, 'a delete offered again overtook what had been done after it', 1],
  [7091, 'an answer to a conflict went behind later edits of the record', 1],
  [1000293, 'a deletion that came twice took another record with it', 2],
  [2001160, 'a record showed an older value than the one chosen in a conflict, and asked again', 2],
  [2002010, 'an undo lost the edits that a delete had swallowed, once it was wanted all the same', 2],
  [7153, 'deletions were forgotten while an answer was read', 1],
]

/** Found with pages of two records. */
export const foundSmall: Found[] = [
  [12, 'a record that had another id after a restore kept its old one, where it came in a patch', 2],
  [10004203, 'a form that answered what a restored server had refused lost to an older edit on its way', 2],
  [10004781, 'what refers to a record that an undo had made again was sent before it, for ever', 2],
  [11000935, 'a form opened long ago, saved over a delete, took back what others had changed since', 2],
  [12000202, 'a record that was deleted came back as it was last sent, until the pull was complete', 2],
  [13000229, 'a form that answered a refused entry took back a later edit of the same person', 2],
  [3001417, 'an undo did nothing after a clock had jumped back between the edit and the delete', 2],
  [15000744, 'an undo did not bring back a new record that was saved over meanwhile', 3],
  [16000905, 'a conflict showed as the person had seen it what they had not', 3],
  [17000597, 'a batch that waited for a record kept what would have brought it from being sent', 3],
  [18001372, 'a form opened before its entry was refused took back what another tab had typed', 3],
  [18001880, 'an undo forgot the edit that had been on its way when the delete was made', 3],
  [15001424, 'what a conflict said before the first sync stayed, though it had been deleted', 3],
  [
    26000360,
    'a run that was taken over still wrote of which history the server was, and was written over',
    4,
  ],
  [26000218, 'the undo of a second delete of one record made it again without its values', 4],
  [29000502, 'a delete that was offered again, and refused, gave back nothing of what it had taken along', 6],
  [29001537, 'a conflict showed as the person had seen it what they had seen before their last edit', 6],
  [30000169, 'a record brought back behind a delete on its way, edited and deleted again, lost that edit', 7],
  [30000643, 'an empty patch was written over what another tab had put in the place of a damaged one', 7],
  [
    30001454,
    'what had been sent and had not come back was missing in a new tab, once a patch was written',
    7,
  ],
  [
    30010137,
    'what waited for another before it kept an edit that does not get through from being found out',
    7,
  ],
  [30010288, 'an empty patch was written over what another tab had known of a damaged one', 7],
  [30053762, 'a tab that could not read what another did stayed so while an offer was stopped', 7],
  [
    30110142,
    'a form that answered a refused new record, made once more since, lost what was typed after that',
    7,
  ],
  [
    30111569,
    'an edit that came back with a delete that was let go named as seen what a later question had shown',
    7,
  ],
  [30113308, 'what a tab had undone while another one sent was parked with the conflict of that push', 7],
  [30113377, 'the delete of a record whose creation was set aside unanswered was dropped with it', 7],
  [30101917, 'an undo gave back an edit under the id with which its delete had gone out', 7],
  [30130542, 'an edit over a refused delete went over what its person had been asked about before', 8],
  [30135588, 'a delete on its way to a lost history took along an edit that had its version by chance', 8],
  [30137672, 'a form that was saved over a refused delete went over what it had never shown', 9],
  [30138486, 'a delete behind an edit of a record that a restored server had lost was not undone', 9],
  [
    30141694,
    'what was edited after a delete had been undone on its way was gone when that was done once more',
    9,
  ],
  [30150091, 'an older form went over what others had changed before a delete and its undo', 9],
  [
    30158086,
    'an undo made a record again over the one that was there, so that its next delete did nothing',
    9,
  ],
  [20000419, 'a second tab showed what was sent to a deleted record, over pages it had not read yet', 3],
]

/** In these the program was right, and what judged it was not: they guard the model, and run at night. */
export const foundInModel: Found[] = [
  [10003938, 'what was saved between a delete and its undo counted as lost', 2],
  [19001204, 'a delete that was evicted, while the creation was on its way, counted as done', 3],
  [30100873, 'a conflict named as seen what its person had typed over, and let go', 7],
  [30112686, 'a server that was stopped for a restore still gave out an id', 7],
  [30050345, 'what waits for a Device that others had deleted counted as stuck', 7],
  [30052669, 'what a crashed tab would have noted about unsent edits counted', 7],
  [30051323, 'what waits for a Device that cannot be read counted as stuck', 7],
  [30130875, 'what a save, written and called failed, had overtaken counted as lost', 8],
  [30135850, 'a save, written and called failed, had taken its draft along', 8],
  [30156179, 'an answer to a creation came after others had deleted its record', 9],
  [30164482, 'what a save, written before its tab was gone, had overtaken counted as lost', 9],
  [30166608, 'after a restore an undo brought back, as shown, what others had put over one’s own', 9],
]

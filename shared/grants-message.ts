/** Who may see what, as it is sent. [SC2] */
import * as z from 'zod'

const most = 1_000

/** A record that is granted, or the kind as a whole under id 0. */
const Grant = z.strictObject({ kind: z.string().max(60), id: z.string().regex(/^(0|[1-9]\d{0,18})$/) })
export type Grant = z.infer<typeof Grant>

/** For all these people at once. `everything`: whether they see all there is, whatever they were granted. */
export const GrantsMessage = z.strictObject({
  userIds: z.array(z.string().min(1).max(60)).min(1).max(most),
  everything: z.boolean().optional(),
  give: z.array(Grant).max(most),
  take: z.array(Grant).max(most),
})
export type GrantsMessage = z.infer<typeof GrantsMessage>

/** Somebody whom its asker may grant, and what of theirs the asker may give and take. */
export interface GrantsOfPerson {
  id: string
  username: string
  name: string
  role: string
  disabled: boolean
  /** Whatever they were granted: that is kept for when they are limited. */
  everything: boolean
  /** [SC11] Whether the account is the asker's to change, too. */
  inCharge: boolean
  /** [AC18] Where it is. */
  hasSecondFactor?: boolean
  grants: Grant[]
}

export interface GrantsAnswer {
  /** By user name. */
  people: GrantsOfPerson[]
  /** Kinds that the asker may give as a whole. */
  wholes: string[]
  /** Of the records above that the asker sees, by kind and id. */
  titles: Record<string, Record<string, string>>
  /** Ids of those that are deleted, by kind: brought back, they are seen again. */
  gone: Record<string, string[]>
}

/** Records that the first of these people would see, of those that the asker sees, by kind. */
export interface GrantsPreview {
  counts: Record<string, number>
}

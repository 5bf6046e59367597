/** How long it is known what was sent. */
import type { Database } from './database.ts'

/** Never fewer than so many are kept, because the device's clock may be years off. */
const sentKept = 5_000

export async function forgetSentBefore(db: Database, at: number): Promise<void> {
  await db.run(schema =>
    schema.transaction('rw', schema.sent, async () => {
      const surplus = (await schema.sent.count()) - sentKept
      if (surplus > 0) await schema.sent.where('at').below(at).limit(surplus).delete()
    }),
  )
}

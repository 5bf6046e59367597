/** What screens ask: most needs every record, and what the first screen needs does not. [PG5] */
import type { Engine } from '../contract.ts'
import { failed, read } from './ask/from-storage.ts'
import { ownDeletions, ownHistory } from './ask/history.ts'
import { attentionItems, outboxEntries, sentEntries, unreadableEntries, unsentFile } from './ask/lists.ts'
import { suggesting } from './ask/suggesting.ts'
import { undoOf } from './ask/undo-of.ts'
import { referrersOf } from './table/references.ts'
import type { UnsentFiles, User } from './world.ts'

/** [OB21] What is new here is known once every record is. */
export async function fromFile<T>(user: User, ask: (files: UnsentFiles, user: User) => Promise<T>) {
  try {
    return await ask(await user.world.unsentFiles(), await user.whole)
  } catch (error) {
    return failed(user.world, error)
  }
}

export function questions(current: () => User) {
  const suggest = suggesting()
  const whole = async () => (await current().whole).replica
  return {
    newUid: async () => current().world.newUid(),
    query: async (kind, query, offset, limit) => {
      const user = current()
      const first = user.reader.first(kind, query, offset, limit)
      if (first) user.showFirst()
      return first ?? (await user.whole).reader.query(kind, query, offset, limit)
    },
    locate: async (kind, query, uid) => (await current().whole).reader.locate(kind, query, uid),
    record: async (kind, uid) =>
      (current().reader.has(kind, uid) ? current() : await current().whole).reader.record(kind, uid),
    suggest: (kind, query) => suggest(current().whole, kind, query),
    undoOf: async ref => {
      const user = await current().whole
      return read(user, async () => ({ undo: await undoOf(user.replica, ref) }))
    },
    referrers: async (kind, uid) => referrersOf((await whole()).tables, kind, uid),
    attention: async () => attentionItems(await whole()),
    outbox: async () => outboxEntries(await whole()),
    unreadable: async () => unreadableEntries(await whole()),
    sent: async () => {
      const user = await current().whole
      return read(user, () => sentEntries(user.replica))
    },
    ownHistory: async (kind, uid) => {
      const user = await current().whole
      return read(user, () => ownHistory(user.replica, { kind, uid }))
    },
    ownDeletions: async kind => {
      const user = await current().whole
      return read(user, () => ownDeletions(user.replica, kind))
    },
    exportFile: request =>
      current().whole.then(user =>
        read(user, async () => (await user.world.exporting()).exportFile(user, request)),
      ),
    overview: (kind, today) =>
      current().whole.then(user =>
        read(user, async () => ({
          overview: (await user.world.overviewing()).overviewOf(user.replica, kind, today),
        })),
      ),
    readUnsent: text => fromFile(current(), (files, user) => files.preview(user, text)),
    unsentFile: async () => unsentFile(current().replica, current().world.now()),
  } satisfies Partial<Engine>
}

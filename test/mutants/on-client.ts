/** Mutants of the client that seeded runs must catch. */
import type { Mutant } from './mutant.ts'

export const onClient: readonly Mutant[] = [
  {
    name: 'cursor-before-pages',
    file: 'client/engine/disk/pages.ts',
    find: `  const rows = await Promise.all(Array.from(pages, page => sealPage(db, page, pulled.revision)))`,
    replace: `  await db.run(schema => schema.meta.put({ name: 'pulled', value: pulled }))
  const rows = await Promise.all(Array.from(pages, page => sealPage(db, page, pulled.revision)))`,
    story: 'the cursor is stored before the pages it stands for',
  },
  {
    name: 'swallow-storage-error',
    file: 'client/engine/disk/database.ts',
    find: `throw new StorageError(fault, { cause: error })`,
    replace: `return undefined as T`,
    story: 'a full disk is not mentioned to anybody',
  },
  {
    name: 'overwrite-on-pull',
    file: 'client/engine/sync/pull.ts',
    find: `    await replica.commit(pages, isResync ? {} : { cursor: last.cursor })`,
    replace: `    await replica.commit(pages, isResync ? {} : { cursor: last.cursor })
    const emptied = arrival.uid.flatMap(uid => replica.works.of(uid) ?? []).filter(({ acts }) => acts.length > 0)
    const none = { mutation: null, isAnswered: true, record: null, run: 0, at: 0 }
    await replica.depart(emptied.map(({ kind, uid, acts }) => ({ ...none, id: outside.newUid(), kind, uid, acts })))`,
    story: 'what arrives replaces what was entered here and not sent',
  },
  {
    name: 'kinds-mixed',
    file: 'client/engine/sync/pull.ts',
    find: `return waiting.every(each => each.kind === line.kind && `,
    replace: `return waiting.every(each => `,
    story: 'records of one kind are stored among those of another',
  },
  {
    name: 'wrong-slot',
    file: 'client/engine/table/apply.ts',
    find: `const slot = page.uid.indexOf(uid)`,
    replace: `const slot = (table.rowOf(uid) ?? 0) % pageRecords`,
    story: 'the second deletion in a page takes the wrong record',
  },
  {
    name: 'two-tabs-sync',
    file: 'client/engine/sync/run.ts',
    find: `return options.isTakingOver ? locks.takeOver(syncLock, sync) : locks.run(syncLock, sync, signal)`,
    replace: `return sync()`,
    story: 'two tabs sync at once',
  },
  {
    name: 'two-tabs-sync',
    file: 'client/engine/disk/pages.ts',
    find: `if ((await pulledIn(schema)).revision !== revision) throw`,
    replace: `if ((await pulledIn(schema)).revision < 0) throw`,
    story: 'and neither notices',
  },
  {
    name: 'eviction-unnoticed',
    file: 'client/engine/disk/database.ts',
    find: `const loss = lastUnsettled === undefined ? undefined : { name: 'lost', value: lastUnsettled }`,
    replace: `const loss = undefined as MetaRow | undefined`,
    story: 'a database that the browser removed is taken for one that never was',
  },
  {
    name: 'draft-not-awaited',
    file: 'client/engine/disk/drafts.ts',
    find: `await db.run(schema => schema.unsaved.put({ id, kind, uid, sealed }))`,
    replace: `setTimeout(() => void db.run(schema => schema.unsaved.put({ id, kind, uid, sealed })).catch(() => {}), 50)`,
    story: 'a draft is said to be kept before it is on disk',
  },
  {
    name: 'patch-without-ids',
    file: 'client/engine/table/patched.ts',
    find: `    id[slot] = patch.id[from] ?? ''\n`,
    replace: ``,
    story: 'records that a restored server gave other ids keep the old ones, where they came in a patch',
  },
  {
    name: 'patch-over-newer-page',
    file: 'client/engine/table/table.ts',
    find: `const isOlder = (this.pages[number]?.revision ?? Infinity) < patch.revision`,
    replace: `const isOlder = this.pages[number] !== undefined`,
    story: 'a patch that is read back goes over pages that were written after it',
  },
  {
    name: 'merge-forgets-a-page',
    file: 'client/engine/replica/patches.ts',
    find: `const numbers = [...table.patchedPages]`,
    replace: `const numbers = [...table.patchedPages].slice(1)`,
    story: 'patches are thrown away before all of their pages have been written',
  },
  {
    name: 'ids-after-restore',
    file: 'server/db/restored.ts',
    find: `await keepLastId(tx, name, last < BigInt(maxId) ? last : BigInt(maxId))`,
    replace: `await keepLastId(tx, name, last < 0n ? last : copied)`,
    story: 'a restored server gives out ids that it had given out before',
  },
  {
    name: 'damage-not-mended',
    file: 'client/engine/sync/run.ts',
    find: `replica.damaged.size > 0 || isVerifyDue(replica.pulled, outside.now())`,
    replace: `isVerifyDue(replica.pulled, outside.now()) && (replica.pulled.verifiedAt ?? 0) > 0`,
    story: 'what stood on a page that cannot be read does not come again before the next day',
  },
]

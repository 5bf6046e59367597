/** A person's acts: decided under the outbox lock on the rows as they are on disk, then written durably. */
import { type OutboxChange, outboxLock, type OutboxRow } from '../disk/outbox.ts'
import { faultOf, StorageError } from '../../storage/fault.ts'
import type { Edit, Engine, Resolution, SaveOutcome, StorageFault, Undo } from '../../contract.ts'
import { type Fields, issuesOfFields } from '../../../shared/record.ts'
import type { Act, Planned } from '../sync/plan.ts'
import { planRemove, planUndo } from '../sync/plan-remove.ts'
import { planSave } from '../sync/plan-save.ts'
import { planResolution } from '../sync/resolve.ts'
import type { Opened } from '../user.ts'

type Address = { kind: string; uid: string }
type Written = { outcome: 'saved'; act: Act } | { outcome: 'failed'; fault: StorageFault }

/** Reads the record's rows, lets `plan` decide, writes. A storage failure is an outcome: nothing was written. */
async function write(
  opened: Opened,
  address: Address,
  plan: (act: Act) => Planned & Pick<OutboxChange, 'dropDraft'>,
  { isFresh } = { isFresh: false },
): Promise<Written> {
  const { replica, outside } = opened
  async function decide(): Promise<Act> {
    // Another tab may have sent something, and received what came of it, and not have been heard yet.
    if (!isFresh) await replica.catchUp()
    if (!isFresh) await replica.reloadWork([address])
    const rows = await replica.storedOutboxOf([address])
    const confirmed = replica.recordUnder(address.kind, address.uid, [])
    const shown = replica.recordUnder(address.kind, address.uid, rows)?.fields ?? undefined
    const act: Act = {
      rows,
      version: confirmed?.version ?? 0,
      confirmed: confirmed?.fields,
      shown,
      isResyncing: replica.pulled.isResyncing,
      now: outside.now(),
      newUid: () => outside.newUid(),
    }
    await replica.change(plan(act))
    return act
  }
  try {
    const act = await outside.locks.run(outboxLock, decide, patience(outside))
    outside.tell({ type: 'work', addresses: [address] })
    opened.scheduler.send({ kind: 'wake' })
    return { outcome: 'saved', act }
  } catch (error) {
    opened.world.onBug(error)
    return { outcome: 'failed', fault: faultOf(error) }
  }
}

/** [OB11] Whoever holds the lock writes once and lets go; one that keeps it for so long is frozen. */
const patienceMs = 10_000

function patience({ pause }: Opened['outside']): AbortSignal {
  const waiting = new AbortController()
  void pause(patienceMs).then(() => waiting.abort(new StorageError('blocked')))
  return waiting.signal
}

/** [OB1] `saved` means: on disk. */
export async function save(opened: Opened, edit: Edit): Promise<SaveOutcome> {
  const issues = issuesOfFields(opened.replica.table(edit.kind).kind, edit.fields)
  if (issues.length > 0) return { outcome: 'invalid', issues }
  const { kind, uid } = edit
  const dropped = { dropDraft: { kind, uid, at: edit.draft } }
  const plan = (act: Act) => ({ ...planSave(act, edit), ...dropped })
  // What counts is what the person was looking at, and that comes with the edit.
  return outcomeOf(await write(opened, edit, plan, { isFresh: true }))
}

export async function remove(opened: Opened, kind: string, uid: string): ReturnType<Engine['remove']> {
  // Deleted elsewhere a moment ago, it comes back as this person saw it.
  let fields: Fields = opened.replica.table(kind).shown(uid)?.fields ?? {}
  let held: Fields | undefined
  const written = await write(opened, { kind, uid }, act => {
    const sent = act.rows.filter(row => row.attempted && !row.parked && row.mutation.op !== 'delete')
    held = opened.replica.recordUnder(kind, uid, sent)?.fields
    // Another tab may have saved a moment ago: what the delete takes, the undo gives back.
    fields = opened.replica.recordUnder(kind, uid, act.rows)?.fields ?? fields
    return planRemove(act, { kind, uid }, fields)
  })
  if (written.outcome === 'failed') return written
  return { outcome: 'removed', undo: { kind, uid, fields, held, rows: written.act.rows } }
}

export async function undoRemove(opened: Opened, undo: Undo): Promise<SaveOutcome> {
  return outcomeOf(await write(opened, undo, act => planUndo(act, undo)))
}

export async function resolve(opened: Opened, seq: number, resolution: Resolution): Promise<SaveOutcome> {
  const row = opened.replica.outbox.find(each => each.seq === seq)
  if (!row) return { outcome: 'saved' }
  const plan = (act: Act): Planned => {
    // Answered in another tab and asked again, it is another question.
    const isAsked = (each: OutboxRow) => each.seq === seq && each.mutation.id === row.mutation.id
    const fresh: OutboxRow | undefined = act.rows.find(each => isAsked(each) && each.parked)
    return fresh ? planResolution(act, fresh, resolution) : {}
  }
  return outcomeOf(await write(opened, row.mutation, plan))
}

function outcomeOf(written: Written): SaveOutcome {
  return written.outcome === 'saved' ? { outcome: 'saved' } : written
}

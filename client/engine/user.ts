/** Everything one open user has in this tab, and how it is put together. */
import type { EngineEvent, NotOpen, OpenOptions } from '../contract.ts'
import { createReader } from './ask/records.ts'
import { convert } from './disk/convert.ts'
import { type Database, deleteLoss, readLoss } from './disk/database.ts'
import { enter, type Entered, type Way } from './lock/enter.ts'
import { Replica } from './replica/replica.ts'
import type { Outside, TabMessage } from './sync/outside.ts'
import { createScheduler } from './sync/scheduler.ts'
import { Line } from './sync/line.ts'
import type { TabChannel, User, World } from './world.ts'

/** A screen that asks for none of its records, or later, does not keep the rest from being read. */
const firstScreenMs = 150

type Emit = (event: EngineEvent['type'], kinds?: string[]) => void

export async function openUser(world: World, way: Way, emit: Emit): Promise<User | NotOpen> {
  const entered = await enter(world, way)
  // What was typed lives no longer than it takes to open.
  const { key: _key, protect: _protect, ...options } = way
  return entered.outcome === 'open' ? startUser(world, { ...options, ...entered }, emit) : entered
}

async function startUser(world: World, options: OpenOptions & Entered, emit: Emit): Promise<User> {
  const { userId, language, db, keepKey, policy, triesAtMost } = options
  const channel = world.channelOf(userId)
  const begun = begin(world, db, channel)
  // Messages that come meanwhile may be newer than what is read of the database.
  channel.onMessage(message => void begun.then(() => hear(message).catch(fail)).catch(world.onBug))
  const { replica, loss } = await begun
  let lost = loss
  const outside: Outside = { ...world, locks: world.locksOf(userId), tell: message => channel.post(message) }
  const reader = createReader(replica, language)

  const { whole, becomeWhole, showFirst, isDue } = wholeness(world)
  const line = new Line()
  // A run's messages to other tabs are a sign of life here, too.
  const tell = (message: TabMessage) => (outside.tell(message), scheduler.alive())
  const scheduler = createScheduler({
    ...world,
    run: async run => {
      if (!replica.isWhole) await isDue()
      await replica.finish()
      becomeWhole(opened)
      try {
        const { syncOnce } = await world.syncing()
        return await syncOnce(replica, { ...outside, tell }, { ...run, line })
      } finally {
        // Also when it fails: what it had settled or read by then is here.
        show()
      }
    },
    onChange: () => emit('status'),
    onProgress: (_, kind) => emit('records', [kind]),
  })

  /** The next run reads what could not be read now. */
  function fail(error: unknown): void {
    world.onBug(error)
    scheduler.send({ kind: 'urge' })
  }
  async function hear(message: TabMessage): Promise<void> {
    if (message.type === 'pages') scheduler.alive()
    await whole
    if (message.type === 'pages') {
      await replica.catchUp()
      // A reading of unsettled work may have taken some pages along before.
      emit('records')
    }
    if (message.type === 'work') {
      await replica.reloadWork(message.addresses)
      emit('records', [...new Set(message.addresses.map(({ kind }) => kind))])
    }
    if (message.type === 'loss') lost = null
    emit('work')
    emit('status')
  }

  async function forgetLoss(): Promise<void> {
    await deleteLoss(db)
    lost = null
    outside.tell({ type: 'loss' })
    emit('status')
  }

  function show(): void {
    emit('records')
    emit('work')
    void reader.warm(() => world.pause(0)).catch(world.onBug)
  }
  void whole.then(show)
  const stopListening = world.listen(userId, () => scheduler.send({ kind: 'urge' }))
  function close(): void {
    stopListening()
    scheduler.stop()
    channel.close()
    keepKey()
    db.close()
  }
  const opened: User = {
    userId,
    world,
    outside,
    replica,
    reader,
    scheduler,
    showFirst,
    get whole() {
      showFirst()
      return whole
    },
    get lost() {
      return lost
    },
    forgetLoss,
    lockOptions: { ...(policy && { policy }), ...(triesAtMost !== undefined && { triesAtMost }) },
    keepKey,
    connected(isConnected) {
      line.isDisconnected = !isConnected
      if (!isConnected) scheduler.disconnected()
    },
    close,
  }
  return opened
}

/** [PG5] What the first screen needs comes before the rest is read: both at once would take turns. */
function wholeness(world: World) {
  let becomeWhole: (opened: User) => void = () => {}
  let showFirst = () => {}
  const whole = new Promise<User>(resolve => {
    becomeWhole = resolve
  })
  const firstShown = new Promise<void>(resolve => {
    showFirst = resolve
  })
  const isDue = () => Promise.race([firstShown, world.pause(firstScreenMs)])
  return { whole, becomeWhole, showFirst, isDue }
}

async function begin(world: World, db: Database, channel: TabChannel) {
  try {
    await convert(db)
    const replica = new Replica(db, world.onBug)
    await replica.begin()
    return { replica, loss: await readLoss(db) }
  } catch (error) {
    channel.close()
    // An open connection nobody uses would block the next attempt's upgrade.
    db.close()
    throw error
  }
}

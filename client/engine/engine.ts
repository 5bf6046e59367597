/** The engine behind the contract: one open user at a time, and everybody who listens. */
import { assert } from '../../shared/assert.ts'
import type { Engine, EngineEvent, OpenOptions } from '../contract.ts'
import { drafts, dropDraft, keepDraft, takeDraft } from './ask/drafts.ts'
import { openUser } from './user.ts'
import { manyAtOnce } from './many-at-once.ts'
import { fromFile, questions } from './questions.ts'
import type { User, World } from './world.ts'
import { failed, read } from './ask/from-storage.ts'
import { remove, resolve, restore, save, takeBack, undo } from './ask/acts.ts'
import { wipe } from './lock/wipe.ts'
import { writeNote } from './disk/notes.ts'
import { readSessionKey } from './disk/session-key.ts'
import { changeLock, noteLocking, openedWith, protection } from './lock/change.ts'
import { createWatch, type Watch } from './lock/watch.ts'
import type { Address } from './work/act.ts'
import { statusOf } from './ask/status.ts'

type Listener = (event: EngineEvent) => void

export function createEngine(world: World): Engine {
  const listeners = new Set<Listener>()
  let opened: User | null = null
  let opening: Promise<unknown> = Promise.resolve()
  let drafting: Promise<unknown> = Promise.resolve()
  let isOffline = false

  function current(): User {
    assert(opened, 'a question before open()')
    return opened
  }

  const status = () => statusOf(current(), isOffline)
  const tell = (event: EngineEvent) => [...listeners].forEach(listen => listen(event))

  /** `named`: kinds; without them, all. */
  function emit(type: EngineEvent['type'], named?: string[]): void {
    if (!opened) return
    const kinds = named ?? [...opened.replica.tables.keys()]
    const event: EngineEvent = type === 'status' ? { type, status: status() } : { type: 'records', kinds }
    tell(type === 'work' ? { type } : event)
  }

  /** An act shows in the lists and in the counts. */
  async function acting<T>(act: () => Promise<T>): Promise<T> {
    const outcome = await act()
    emit('records')
    emit('work')
    emit('status')
    return outcome
  }

  /** An act on a record that is shown waits until it is known how it is shown. [PG5] */
  async function actingOn<T>({ kind, uid }: Address, act: (user: User) => Promise<T>): Promise<T> {
    const user = current().reader.has(kind, uid) ? current() : await current().whole
    return acting(() => act(user))
  }

  /** One after the other: the form that comes is offered what the one that went has kept a moment ago. */
  function withDrafts<T>(act: (user: User) => Promise<T>): Promise<T> {
    const user = current()
    const done = drafting.then(() => act(user))
    drafting = Promise.allSettled([done])
    return done
  }

  /** [UI3] A draft that a form kept when it went is on disk before its database is closed. */
  async function closeCurrent(): Promise<void> {
    watch.end()
    await drafting
    atOnce.letGo()
    opened = opened?.close() ?? null
  }

  const watch = createWatch(world, { ask: () => tell({ type: 'locking' }), lock: lockItself })
  const atOnce = manyAtOnce(current, { acting, tell })
  async function lockItself(): Promise<void> {
    await closeCurrent()
    tell({ type: 'locked' })
  }

  async function close(noteIn?: (user: User) => Promise<void>): Promise<void> {
    await opening
    if (opened) await noteIn?.(opened)
    await closeCurrent()
  }

  /** `times`: how often it had been locked when that was asked. */
  async function open(options: OpenOptions, times: number): ReturnType<Engine['open']> {
    try {
      if (opened?.userId === options.userId) return await openedWith(opened, options)
      await closeCurrent()
      const answer = await openUser(world, { ...options, mayShare: watch.mayShare }, emit)
      if ('outcome' in answer) return answer
      // [LK10] Locked meanwhile: what was typed, or had from another tab, counts no more.
      const now = watch.timesLocked()
      if (now !== times && (await protection(answer)).isLocked) {
        answer.close()
        const { key: _key, protect: _protect, ...again } = options
        return await open(again, now)
      }
      opened = answer
      const told = await openedWith(opened, options)
      watch.begin(opened, options.terms)
      opened.scheduler.send({ kind: 'urge' })
      emit('status')
      return told
    } catch (error) {
      return failed(world, error)
    }
  }

  async function wiped(userId: string): ReturnType<Engine['wipe']> {
    await opening
    if (opened?.userId === userId) await closeCurrent()
    return wipe(world, userId)
  }

  return {
    open(options) {
      const times = watch.timesLocked()
      const done = opening.then(() => open(options, times))
      opening = done
      return done
    },
    close: () => close(),
    lock: () => close(noteLocking),
    subscribe: async listener => {
      listeners.add(listener)
      if (opened) listener({ type: 'status', status: status() })
    },
    setLanguage: async language => (opened?.reader.setLanguage(language), emit('records')),

    ...ofTheLock(current, watch),
    wipe: wiped,
    sessionKey: async () => opened && readSessionKey(opened.replica.db),

    ...questions(current),
    ...acts(actingOn),
    ...atOnce.questions,
    save: async edit => acting(() => save(current(), edit)),
    addUnsent: text => acting(() => fromFile(current(), (files, user) => files.add(user, text))),

    ...ofDrafts(withDrafts),

    status: async () => status(),
    forgetLoss: () => forgetLoss(current()),
    syncNow: async () => opened?.scheduler.send({ kind: 'urge' }),
    hint: async hint => {
      isOffline = hint === 'offline' || (isOffline && hint === 'visible')
      if (hint === 'offline' || hint === 'online') opened?.connected(hint === 'online')
      if (hint !== 'offline') opened?.scheduler.send({ kind: 'urge' })
      emit('status')
    },
  }
}

/** [RM1] A loss that cannot be marked as read is told again. */
async function forgetLoss(user: User): ReturnType<Engine['forgetLoss']> {
  try {
    await user.forgetLoss()
    return { outcome: 'forgotten' }
  } catch (error) {
    return failed(user.world, error)
  }
}

function ofTheLock(current: () => User, watch: Watch) {
  const orFailed = <T>(asked: Promise<T>) => asked.catch((error: unknown) => failed(current().world, error))
  return {
    keepNote: (name, value) =>
      orFailed(writeNote(current().replica.db, name, value).then(() => ({ outcome: 'saved' as const }))),
    protection: () => read(current(), async () => ({ protection: await protection(current()) })),
    stayOpen: async () => watch.stay(),
    keepTo: async terms => watch.keepTo(terms),
    changeLock: change => orFailed(changeLock(current(), change)),
  } satisfies Partial<Engine>
}

function ofDrafts(withDrafts: <T>(act: (user: User) => Promise<T>) => Promise<T>) {
  return {
    keepDraft: kept => withDrafts(user => keepDraft(user, kept)),
    takeDraft: (id, as) => withDrafts(user => takeDraft(user, id, as)),
    dropDraft: id => withDrafts(user => dropDraft(user, id)),
    drafts: of => withDrafts(user => drafts(user, of)),
  } satisfies Partial<Engine>
}

type ActingOn = <T>(address: Address, act: (user: User) => Promise<T>) => Promise<T>

function acts(actingOn: ActingOn) {
  return {
    remove: (kind, uid) => actingOn({ kind, uid }, user => remove(user, kind, uid)),
    undo: done => actingOn(done, user => undo(user, done)),
    restore: (kind, uid, gone) => actingOn({ kind, uid }, user => restore(user, { kind, uid }, gone)),
    takeBack: (kind, uid) => actingOn({ kind, uid }, user => takeBack(user, { kind, uid })),
    resolve: (item, resolution) => actingOn(item, user => resolve(user, item, resolution)),
  } satisfies Partial<Engine>
}

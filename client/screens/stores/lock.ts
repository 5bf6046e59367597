/** [LK3] Locks this device: on request, in every tab at once, and when nobody has touched any of them for a while. */
import { defineStore } from 'pinia'
import { nextTick, ref, watch } from 'vue'
import { defaultPolicy } from '../../../shared/policy.ts'
import { useContext } from '../context.ts'
import { useDesk } from './desk.ts'
import { useLeft } from './left.ts'
import { useSession } from './session.ts'
import { useSync } from './sync.ts'

/** Between two words to the other tabs that somebody is here. */
const tellMs = 5_000
const lookMs = 10_000
/** For what is typed to reach the disk. */
const keepMs = 5_000
const minuteMs = 60_000

type Message = 'lock' | 'touched'

export const useLock = defineStore('lock', () => {
  const { engine, renewEngine, startAnew, tabs, now, after } = useContext()
  const session = useSession()
  const sync = useSync()
  const desk = useDesk()
  const left = useLeft()
  /** What was typed could not be kept, and so the device is open still. */
  const isStuck = ref(false)
  let touchedAt = now()
  let toldAt = 0
  let isLocking = false
  /** Told to lock while it was opening. */
  let isWanted = false

  watch(
    () => session.opening.state,
    state => {
      if (state === 'opening') return
      if (state === 'open') touchedAt = now()
      if (isWanted) void lock()
      isWanted = false
    },
  )
  // [LK1] Required since it was opened without.
  watch(
    () =>
      session.opening.state === 'open' &&
      session.hasLock === false &&
      session.account?.policy?.deviceLock === 'required',
    async isMissing => {
      if (isMissing && (await within(desk.keepForms(), false))) await session.askForLock()
    },
  )
  // [LK10] The worker looks and hears by itself.
  sync.listen(({ type }) => {
    if (type === 'locking' || type === 'locked') void lock()
  })

  /** Here and in every other tab. */
  async function lockAll(): Promise<void> {
    tabs.postMessage('lock' satisfies Message)
    await lock(engine.lock)
  }

  async function lock(close = engine.close): Promise<void> {
    const { state } = session.opening
    isWanted ||= state === 'opening' && !isLocking
    if (isLocking || state !== 'open' || !mayLock()) return
    isLocking = true
    try {
      isStuck.value = !(await within(desk.keepForms(), false))
      if (isStuck.value) return void engine.stayOpen()
      await within(left.keep(), undefined)
      desk.forget()
      session.opening = { state: 'opening' }
      await nextTick()
      // What the screens have kept as they went.
      await within(close(), undefined)
      if (await startAnew()) return
      renewEngine()
      sync.forget()
      void sync.start()
      await session.enter()
    } finally {
      isLocking = false
    }
  }

  const mayLock = () => session.hasLock !== false || session.isOverdue()

  function touch(): void {
    // The first touch after a long time is perhaps somebody else's.
    if (isDue()) return void lock()
    touchedAt = now()
    if (touchedAt - toldAt < tellMs) return
    toldAt = touchedAt
    tabs.postMessage('touched' satisfies Message)
  }

  function isIdle(): boolean {
    const minutes = session.account?.policy?.lockAfterMinutes ?? defaultPolicy.lockAfterMinutes
    const passed = now() - touchedAt
    // A clock that was set back says nothing of how long that is.
    return passed >= minutes * minuteMs || passed < -minuteMs
  }

  const isDue = () => session.opening.state === 'open' && mayLock() && (isIdle() || session.isOverdue())

  function lookAgain(): void {
    if (isDue()) void lock()
    // [LK3] Whoever has typed their password and chosen no lock is not there any more.
    const { opening } = session
    if (opening.state === 'unprotected' && opening.hasPassword && isIdle()) void session.leave()
    after(lookMs, lookAgain)
  }

  /** A worker that does not answer, or fails, keeps nothing open. */
  async function within<T>(asked: Promise<T>, otherwise: T): Promise<T> {
    let callOff = () => {}
    const late = new Promise<T>(resolve => {
      callOff = after(keepMs, () => resolve(otherwise))
    })
    return Promise.race([asked.catch(() => otherwise), late]).finally(callOff)
  }

  /** `page`: where somebody's touches are felt. */
  function start(page: Document, window: Window): void {
    const { dataset } = page.documentElement
    function hide(): void {
      if (session.opening.state === 'open' && mayLock()) dataset['unseen'] = ''
    }
    function look(): void {
      if (page.visibilityState === 'hidden') return hide()
      if (isDue()) void lock().then(show)
      else show()
    }
    function show(): void {
      delete dataset['unseen']
    }
    for (const type of ['pointerdown', 'keydown', 'wheel', 'touchstart'])
      page.addEventListener(type, touch, { capture: true, passive: true })
    for (const type of ['visibilitychange', 'resume']) page.addEventListener(type, look)
    for (const type of ['pageshow', 'focus']) window.addEventListener(type, look)
    page.addEventListener('freeze', hide)
    lookAgain()
    tabs.addEventListener('message', ({ data }) => {
      if (data === 'lock' || (data === 'touched' && isDue())) void lock()
      else if (data === 'touched') touchedAt = now()
    })
  }

  return { isStuck, lockAll, start }
})

/** [LK3] Locks this device: on request, in every tab at once, and when nobody has touched any of them for a while. */
import { defineStore } from 'pinia'
import { nextTick, ref, watch } from 'vue'
import { defaultPolicy } from '../../../shared/policy.ts'
import { useContext } from '../context.ts'
import { useDesk } from './desk.ts'
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
  const { engine, renewEngine, tabs, now, after } = useContext()
  const session = useSession()
  const sync = useSync()
  const desk = useDesk()
  /** What was typed could not be kept, and so the device is open still. */
  const isStuck = ref(false)
  let touchedAt = now()
  let toldAt = 0
  let isLocking = false

  watch(
    () => session.opening.state,
    state => {
      if (state === 'open') touchedAt = now()
    },
  )

  /** Here and in every other tab. */
  async function lockAll(): Promise<void> {
    tabs.postMessage('lock' satisfies Message)
    await lock()
  }

  async function lock(): Promise<void> {
    if (isLocking || !session.hasLock || session.opening.state !== 'open') return
    isLocking = true
    try {
      isStuck.value = !(await within(desk.keepForms(), false))
      if (isStuck.value) return
      desk.leaveForms()
      desk.forget()
      session.opening = { state: 'opening' }
      await nextTick()
      // What the screens have kept as they went.
      await within(engine.close(), undefined)
      renewEngine()
      sync.forget()
      void sync.start()
      await session.enter()
    } finally {
      isLocking = false
    }
  }

  function touch(): void {
    touchedAt = now()
    if (touchedAt - toldAt < tellMs) return
    toldAt = touchedAt
    tabs.postMessage('touched' satisfies Message)
  }

  function look(): void {
    const minutes = session.account?.policy?.lockAfterMinutes ?? defaultPolicy.lockAfterMinutes
    if (now() - touchedAt >= minutes * minuteMs) void lock()
  }

  function lookAgain(): void {
    look()
    after(lookMs, lookAgain)
  }

  /** A worker that does not answer keeps nothing open. */
  async function within<T>(asked: Promise<T>, otherwise: T): Promise<T> {
    let callOff = () => {}
    const late = new Promise<T>(resolve => {
      callOff = after(keepMs, () => resolve(otherwise))
    })
    return Promise.race([asked, late]).finally(callOff)
  }

  /** `page`: where somebody's touches are felt. */
  function start(page: Document): void {
    for (const type of ['pointerdown', 'keydown', 'wheel', 'touchstart'])
      page.addEventListener(type, touch, { capture: true, passive: true })
    page.addEventListener('visibilitychange', look)
    lookAgain()
    tabs.addEventListener('message', ({ data }) => {
      if (data === 'touched') touchedAt = now()
      if (data === 'lock') void lock()
    })
  }

  return { isStuck, lockAll, start }
})

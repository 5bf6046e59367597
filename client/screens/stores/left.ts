/**
 * [LK3] [LK11] What a page that is locked leaves for the one that comes after it: where it was, and which forms lay open. It
 * is sealed with the data, and taken up once that is open again.
 */
import { defineStore } from 'pinia'
import { useContext } from '../context.ts'
import type { Notes } from '../../contract.ts'
import { useDesk } from './desk.ts'
import { leaveForNext, nameLeft } from './next-page.ts'

const prefix = 'left '
const keptMs = 30 * 24 * 60 * 60 * 1000

interface Left {
  page: unknown
  /** The ids of their drafts. */
  forms: string[]
  at: number
}

/** What the page knows of where it is. */
export interface Place {
  now(): unknown
  takeUp(left: unknown): Promise<void>
}

export const useLeft = defineStore('left', () => {
  const { engine, now } = useContext()
  const desk = useDesk()
  let place: Place | null = null

  async function keep(): Promise<void> {
    const name = prefix + (await engine.newUid())
    const left: Left = { page: place?.now(), forms: desk.leaveForms(), at: now() }
    await engine.keepNote(name, left)
    leaveForNext({ left: name })
  }

  /** Once. */
  async function comeBack(notes: Notes): Promise<void> {
    const own = nameLeft()
    for (const [name, note] of Object.entries(notes)) {
      const isDue = name === own || (name.startsWith(prefix) && now() - (note as Left).at > keptMs)
      if (isDue) void engine.keepNote(name, undefined)
    }
    const left = own === null ? undefined : (notes[own] as Left | undefined)
    if (!left) return
    leaveForNext({ left: null })
    desk.takeUpForms(left.forms)
    await place?.takeUp(left.page)
  }

  return {
    keep,
    comeBack,
    begin(given: Place): void {
      place = given
    },
  }
})

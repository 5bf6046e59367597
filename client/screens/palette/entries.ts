/** What stands in the palette, and the sources that it comes from. */
import type { Component } from 'vue'
import { fold } from '../../../shared/fold.ts'
import type { Kind } from '../../../shared/metadata.ts'
import type { Row } from '../../contract.ts'

export interface Entry {
  key: string
  icon: Component
  /** What it is: its kind, an action, a screen. */
  what: string
  title: string
  /** The record it is: shown as lists show it, with secrets masked. */
  hit?: { kind: Kind; row: Row }
  /** It asks something in place of the palette. */
  asks?: true
  run(): unknown
}

/** What fits a text; of an empty one, what is there before anything is typed. */
export type Source = (text: string) => readonly Entry[] | Promise<readonly Entry[]>

/** Every word that is typed begins one of the title: *dark* and *col da* mean *Colours: Dark*. Pure. */
export function isMeant(title: string, text: string): boolean {
  const words = fold(title).split(/[^\p{L}\p{N}]+/u)
  return fold(text)
    .split(/\s+/)
    .every(typed => words.some(word => word.startsWith(typed)))
}

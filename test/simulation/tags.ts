/** Values that nobody has used before, so that each can be found again wherever it went. */
import { type App, current, longestOf } from './apps.ts'
import type { Chaos } from './chaos.ts'

export type KindName = 'device' | 'record_a' | 'record_b'

/** The first two of Record A are always written together. */
export const pair = ['vice_card', 'card'] as const

const tagged: Record<KindName, readonly string[]> = {
  device: ['name'],
  record_a: [...pair, 'name', 'pin', 'passwd', 'start_datetime', 'end_datetime'],
  record_b: ['nama'],
}

/** Of two values only: nobody can tell whose it is. */
const switches: Record<KindName, readonly string[]> = {
  device: [],
  record_a: ['verify'],
  record_b: ['unit', 'urutan'],
}

const minuteMs = 60_000
/** Of moments for each person. */
const mostTags = 100_000

export class Tags {
  private count = 0
  private readonly chaos: Chaos
  private readonly name: string
  private readonly app: () => App

  constructor(chaos: Chaos, { name, app }: { name: string; app(): App }) {
    this.chaos = chaos
    this.name = name
    this.app = app
  }

  next(): string {
    return `${this.name}-${++this.count}`
  }

  /** One for every field that takes one. */
  all(kind: KindName): Record<string, string> {
    const value = this.next()
    return Object.fromEntries(tagged[kind].map(field => [field, isMoment(field) ? this.moment() : value]))
  }

  /** For one field, or for the pair. */
  some(kind: string): Record<string, string> {
    return this.of(kind, this.chaos.pick(tagged[kind as KindName]))
  }

  of(kind: string, field: string): Record<string, string> {
    if (isMoment(field)) return { [field]: this.moment() }
    const value = this.long(kind, field)
    return Object.fromEntries((pair.some(each => each === field) ? pair : [field]).map(each => [each, value]))
  }

  /** Now and then longer than the server of today takes: an app that was not updated lets it pass. */
  private long(kind: string, field: string): string {
    const isLong = this.app() !== current && this.chaos.chance(0.3)
    return this.next().padEnd(isLong ? longestOf(kind, field) + 1 : 0, '—')
  }

  private moment(): string {
    const person = this.name.charCodeAt(0) - 'a'.charCodeAt(0)
    const minutes = person * mostTags + ++this.count
    return new Date(Date.UTC(2000, 0) + minutes * minuteMs).toISOString().slice(0, 19)
  }
}

function isMoment(field: string): boolean {
  return field.endsWith('_datetime')
}

/** Another value for one of those that have two. */
export function switched(chaos: Chaos, kind: KindName, seen: object): Record<string, boolean> {
  if (switches[kind].length === 0) return {}
  const field = chaos.pick(switches[kind])
  return { [field]: (seen as Record<string, unknown>)[field] !== true }
}

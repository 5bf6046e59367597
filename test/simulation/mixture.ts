/**
 * How often each thing happens in one run. Where everything happens a little, hardly anything happens twice in a row: a
 * run with a few things that happen often goes deeper (swarm testing; Groce et al., ISSTA 2012).
 */
import type { Chaos } from './chaos.ts'

export interface Mixture {
  /** Chances. */
  accident: number
  sync: number
  create: number
  remove: number
  undo: number
  draft: number
  /** To all records of a kind at once. */
  many: number
  /** Both tabs of a person change one record at one moment. */
  together: number
  /** How many turns others may have before a tab hears of another: a browser slows tabs down that nobody looks at. */
  lag: number
  /** Between any two transactions of a device's storage others may get on. */
  isDiskSlow: boolean
  /** Connections may die after a transaction was written, before they say so. */
  areEndsLost: boolean
  /** Once a day a device compares its records with the server's; without that nothing mends what a pull has missed. */
  areRecordsCompared: boolean
  /** How far others may get between two steps. */
  pace: number
  /** Few, so that people meet: records of a kind beyond which nobody makes a new one. */
  records: Record<'device' | 'record_a' | 'record_b', number>
  /** null: everybody sees everything. */
  scopes: ScopesMixture | null
  happens(accident: string): boolean
}

/** Chances. */
export interface ScopesMixture {
  /** That a person begins with a part. */
  limited: number
  /** That a step is a change of grants. */
  granting: number
  /** That an edit takes its record into another scope, where its kind stands within one. */
  moving: number
}

/** What ends an accident, or brings back a tab, happens in every run. */
const always = ['allIsWell', 'tabOpens']

/** One with which the seeds that failed before there were scopes still tell what they told then. */
const scopesSalt = 657

function scopesOf(chaos: Chaos): ScopesMixture | null {
  if (!chaos.chance(0.4)) return null
  return {
    limited: chaos.pick([0.5, 0.8, 1]),
    granting: chaos.pick([0.05, 0.1, 0.2]),
    moving: chaos.pick([0.2, 0.5]),
  }
}

export function mixtureOf(chaos: Chaos): Mixture {
  const scopes = scopesOf(chaos.apart(scopesSalt))
  const left = new Map<string, boolean>()
  const share = chaos.pick([0.3, 0.6, 1])
  const isDiskSlow = chaos.chance(0.6)
  return {
    scopes,
    isDiskSlow,
    areEndsLost: chaos.chance(0.5),
    areRecordsCompared: chaos.chance(0.5),
    accident: chaos.pick([0.1, 0.25, 0.4]),
    sync: chaos.pick([0.15, 0.3, 0.5]),
    create: chaos.pick([0.1, 0.3, 0.6]),
    remove: chaos.pick([0.05, 0.2, 0.5]),
    undo: chaos.pick([0.1, 0.3, 0.7]),
    draft: chaos.pick([0, 0.15, 0.3]),
    many: chaos.pick([0, 0.05, 0.2]),
    together: chaos.pick([0, 0.1, 0.3]),
    lag: chaos.pick([0, 0, 5, 20]),
    pace: chaos.pick(isDiskSlow ? [12, 60, 180] : [6, 25, 60]),
    records: { device: 1 + chaos.below(3), record_a: 1 + chaos.below(6), record_b: 1 + chaos.below(4) },
    happens(accident) {
      const happens = left.get(accident) ?? (always.includes(accident) || chaos.chance(share))
      left.set(accident, happens)
      return happens
    },
  }
}

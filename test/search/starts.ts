/** Where stories begin. */
import { assert } from '../../shared/assert.ts'
import type { Work } from '../../client/engine/work/act.ts'
import { pagesOf } from './exchange.ts'
import type { Rules } from './rules.ts'
import type { Situation } from './situation.ts'
import { addresses, type Device, type Name, others, type Person, type Server, type State } from './state.ts'
import { initialFields, steps } from './steps.ts'
import { stripped } from './strip.ts'
import { witnessed } from './wants.ts'

function emptyWork(name: Name): Work {
  return { ...addresses[name], acts: [], flights: [], refusal: null }
}

const nobody: Person = { wants: {}, own: {}, bases: {} }

/** With `before` told already. */
export function starts(situation: Situation, rules: Rules): State[] {
  return situation.starts.map(start => situation.before.reduce(then, begun(start)))

  function then(state: State, step: string): State {
    let next: State | null = null
    const emit = (given: State | null, words: () => string) => {
      if (given && words() === step) next = stripped(witnessed(given))
    }
    steps(state, { situation, rules, emit })
    assert(next, `nobody can do this: ${step}`)
    return next
  }

  function begun(start: Situation['starts'][number]): State {
    const isMade = start === 'known'
    const record = isMade ? { version: 1, fields: initialFields(situation) } : null
    const fields = Object.keys(initialFields(situation))
    const writers = Object.fromEntries([...fields, 'there'].map(field => [field, others]))
    const server: Server = {
      clock: 1,
      records: { r: record, d: null },
      ledger: {},
      writers: isMade ? writers : {},
    }
    const device: Device = {
      works: { r: emptyWork('r'), d: emptyWork('d') },
      pages: pagesOf(server),
      isWhole: true,
      run: 0,
      seq: 0,
      flown: 0,
      air: null,
      lost: [],
      isBeyond: false,
      form: null,
      toast: null,
    }
    return {
      devices: Array.from({ length: situation.people }, () => device),
      people: Array.from({ length: situation.people }, () => nobody),
      server,
      backup: null,
      isRestored: false,
      late: [],
      left: situation.left,
      isCompany: false,
      isStale: false,
      isMade,
      fault: null,
    }
  }
}

/** Where stories begin. */
import type { Work } from '../../client/engine/work/act.ts'
import { pagesOf } from './exchange.ts'
import type { Situation } from './situation.ts'
import { addresses, type Device, type Name, others, type Person, type Server, type State } from './state.ts'
import { initialFields } from './steps.ts'

function emptyWork(name: Name): Work {
  return { ...addresses[name], acts: [], flights: [], refusal: null }
}

const nobody: Person = { wants: {}, own: {}, bases: {} }

export function starts(situation: Situation): State[] {
  return situation.starts.map(start => {
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
  })
}

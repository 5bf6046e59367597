/** What a person wanted last of each field, told from what they did alone, without the rules under search. */
import type { Value } from '../../shared/fields.ts'
import type { Known } from '../../client/engine/work/shown.ts'
import type { Fields } from '../../shared/record.ts'
import { isSameValue, plain } from './server.ts'
import {
  type Form,
  type Person,
  type Server,
  type State,
  there,
  type Toast,
  type Want,
  type Wants,
} from './state.ts'

/** One act, as its person meant it. */
export interface Wish {
  chosen: Fields
  isThere?: boolean
  /** Somebody else's values that were shown. */
  shown?: Fields
  isLettingGo?: boolean
  /** Fields of which theirs was chosen. */
  dropped?: readonly string[]
  /** It speaks of every field. */
  isWhole?: boolean
  /** That it is there is the doing of others. */
  isOthers?: boolean
}

/** `isRestorable`: what came after the backup may be lost, and what was shown before counts once more. */
export function wished(person: Person, wish: Wish, isRestorable: boolean): Person {
  const { chosen, isThere, shown, isLettingGo, dropped, isOthers = false } = wish
  const wants: Record<string, Wants[string]> = isLettingGo ? {} : { ...person.wants }
  const own = { ...person.own }
  for (const field of dropped ?? []) delete wants[field]
  const want = (field: string, value: Value) => {
    wants[field] = { value, wasThere: false, wasInBackup: false, isOthers }
  }
  for (const [field, value] of Object.entries(chosen)) {
    want(field, plain(value) ?? null)
    own[field] = withValue(own[field] ?? [], plain(value) ?? null)
  }
  if (isThere !== undefined) want(there, isThere)
  const bases = { ...person.bases }
  const gone = person.wants[there]
  const isOpen = (before: Want | undefined) =>
    before && !(isRestorable ? before.wasInBackup : before.wasThere)
  for (const [field, value] of Object.entries(shown ?? {})) {
    const isGoingOn = isOpen(person.wants[field]) || (gone?.value === false && isOpen(gone))
    bases[field] = isGoingOn ? withValue(bases[field] ?? [], value) : [value]
  }
  return { wants, own, bases }
}

const byText = (a: Value, b: Value) => (String(a) < String(b) ? -1 : 1)

function withValue(values: readonly Value[], value: Value): readonly Value[] {
  return values.includes(value) ? values : [...values, value].sort(byText)
}

/** Fields that somebody sees as the server has them, or had them. */
export function freshIn(shown: Fields, known: Known, { own }: Person): string[] {
  const isTheirs = (field: string) =>
    known
      ? isSameValue(shown[field], known.fields[field])
      : !own[field]?.some(each => isSameValue(each, shown[field]))
  const fresh = Object.keys(shown).filter(isTheirs)
  return known !== null && fresh.length > 0 ? [...fresh, there] : fresh
}

export function seenIn({ shown, fresh }: Pick<Form, 'shown' | 'fresh'>): Fields {
  return Object.fromEntries(
    fresh.filter(field => field !== there).map(field => [field, plain(shown[field]) ?? null]),
  )
}

/** After every step: the server holds it, or held it once. */
export function witnessed(state: State): State {
  const { server } = state
  const people = mapped(state.people, person => {
    const wants = witness(person.wants, server)
    return wants === person.wants ? person : { ...person, wants }
  })
  const devices = mapped(state.devices, device => {
    const toast = device.toast && witnessedToast(device.toast, server)
    return toast === device.toast ? device : { ...device, toast }
  })
  return people === state.people && devices === state.devices ? state : { ...state, people, devices }
}

function witnessedToast(toast: Toast, server: Server): Toast {
  const wants = witness(toast.earlier.wants, server)
  return wants === toast.earlier.wants ? toast : { ...toast, earlier: { ...toast.earlier, wants } }
}

export function mapped<T>(all: readonly T[], change: (each: T) => T): readonly T[] {
  const next = all.map(change)
  return next.every((each, i) => each === all[i]) ? all : next
}

function witness(wants: Wants, server: Server): Wants {
  let next: Record<string, Wants[string]> | null = null
  for (const [field, want] of Object.entries(wants)) {
    if (!want || want.wasThere || !isHeld(server, field, want.value)) continue
    next ??= { ...wants }
    next[field] = { ...want, wasThere: true }
  }
  return next ?? wants
}

export function isHeld({ records: { r } }: Server, field: string, value: Value): boolean {
  return field === there ? (r !== null) === value : r !== null && isSameValue(r.fields[field], value)
}

/** On a backup, or a restore, in every want: also in those that an undo would bring back. */
export function everyWant(state: State, change: (want: NonNullable<Wants[string]>) => Wants[string]): State {
  const all = (wants: Wants): Wants =>
    Object.fromEntries(Object.entries(wants).map(([field, want]) => [field, want && change(want)]))
  return {
    ...state,
    people: state.people.map(person => ({ ...person, wants: all(person.wants) })),
    devices: state.devices.map(device => {
      const { toast } = device
      if (!toast) return device
      return {
        ...device,
        toast: { ...toast, earlier: { ...toast.earlier, wants: all(toast.earlier.wants) } },
      }
    }),
  }
}

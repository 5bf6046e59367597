/** What one person, or several at once, are to be given and what is to be taken from them. Pure. */
import { nameOfGrant, type Grant, type Grantee, type GrantsMessage } from '../../grants.ts'

/** How many of the people have it. */
export type Extent = 'none' | 'some' | 'all'

export interface GrantDraft {
  /** null: as each of them has it. */
  everything: boolean | null
  /** What is given (true) or taken, by `nameOfGrant`; what is not here stays as it is. */
  turned: ReadonlyMap<string, { grant: Grant; isGiven: boolean }>
}

export function draftOf(people: readonly Grantee[]): GrantDraft {
  const [first] = people
  const areAlike = people.every(({ everything }) => everything === first?.everything)
  return { everything: areAlike && first ? first.everything : null, turned: new Map() }
}

export function countOfHolders(people: readonly Grantee[], grant: Grant): number {
  const name = nameOfGrant(grant)
  return people.filter(({ grants }) => grants.some(each => nameOfGrant(each) === name)).length
}

export function extentNow(people: readonly Grantee[], grant: Grant): Extent {
  const count = countOfHolders(people, grant)
  if (count === 0) return 'none'
  return count === people.length ? 'all' : 'some'
}

export function extentIn({ turned }: GrantDraft, people: readonly Grantee[], grant: Grant): Extent {
  const turn = turned.get(nameOfGrant(grant))
  if (!turn) return extentNow(people, grant)
  return turn.isGiven ? 'all' : 'none'
}

/** On and off; what some of them have can be left to those, too. */
const next: Record<Extent, Record<Extent, Extent>> = {
  none: { none: 'all', some: 'none', all: 'none' },
  some: { some: 'all', all: 'none', none: 'some' },
  all: { all: 'none', some: 'all', none: 'all' },
}

export function turn(draft: GrantDraft, people: readonly Grantee[], grant: Grant): GrantDraft {
  const now = extentNow(people, grant)
  const then = next[now][extentIn(draft, people, grant)]
  const turned = new Map(draft.turned)
  if (then === now) turned.delete(nameOfGrant(grant))
  else turned.set(nameOfGrant(grant), { grant, isGiven: then === 'all' })
  return { ...draft, turned }
}

/** The difference and nothing else: what is the same for somebody who sees everything is not touched. */
export function messageOf({ everything, turned }: GrantDraft, people: readonly Grantee[]): GrantsMessage {
  const isNew = everything !== null && people.some(person => person.everything !== everything)
  const turns = everything ? [] : [...turned.values()]
  const of = (isGiven: boolean) => turns.flatMap(each => (each.isGiven === isGiven ? [each.grant] : []))
  return {
    userIds: people.map(({ id }) => id),
    ...(isNew && { everything }),
    ...{ give: of(true), take: of(false) },
  }
}

export function isNothing({ everything, give, take }: GrantsMessage): boolean {
  return everything === undefined && give.length === 0 && take.length === 0
}

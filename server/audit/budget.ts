/** How many rows there are for what nobody who is signed in did: a flood fills nothing, and blinds nobody. [AU3] */
import type { ErrorCode } from '../../shared/errors.ts'
import { lineOf } from '../http/address.ts'
import type { Services } from '../services.ts'

const windowMs = 15 * 60_000
const ofAll = 1_000
/** So that one address cannot spend what there is for the others. */
const ofOne = 30

/** `used up`: this is to be said in its place, once. */
export type Room = 'is there' | 'used up from there' | 'used up' | 'none'

export function roomFor(
  { ceilings: { attempts } }: Pick<Services, 'ceilings'>,
  { address, code }: { address: string; code: string | undefined },
): Room {
  const count = (name: string): number => attempts.of(name, windowMs)?.count ?? 0
  const add = (...names: string[]): void => {
    for (const name of names) attempts.add(name, windowMs)
  }
  const isFirst = (name: string): boolean => {
    if (count(name) > 0) return false
    add(name)
    return true
  }
  const [all, one] = ['audit', `audit ${lineOf(address)}`]
  if (count(all) >= ofAll) return isFirst(`${all} used up`) ? 'used up' : 'none'
  // That there were too many guesses is said once of each address.
  const tooMany: ErrorCode = 'too_many'
  if (code === tooMany && !isFirst(`${one} ${tooMany}`)) return 'none'
  const isThere = count(one) < ofOne
  if (!isThere && !isFirst(`${one} used up`)) return 'none'
  add(all, one)
  return isThere ? 'is there' : 'used up from there'
}

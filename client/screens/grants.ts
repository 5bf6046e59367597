/** The requests about who may see what. [SC7] */
import type {
  Grant,
  GrantsAnswer,
  GrantsMessage,
  GrantsOfPerson,
  GrantsPreview,
} from '../../shared/grants-message.ts'
import { type Role, roleNamed } from '../../shared/roles.ts'
import { type Fetch, json, requester } from '../net/request.ts'

export type { Grant, GrantsMessage, GrantsPreview } from '../../shared/grants-message.ts'

/** Somebody who is granted something, and what of theirs the asker may give and take. */
export interface Grantee extends Omit<GrantsOfPerson, 'role'> {
  role: Role
}

export interface Granted extends Omit<GrantsAnswer, 'people'> {
  people: Grantee[]
}

/** Each fails with AppError: `unreachable` when there is no network. */
export interface Grants {
  all(): Promise<Granted>
  change(message: GrantsMessage): Promise<void>
  /** As it would be, for the first of them. */
  preview(message: GrantsMessage): Promise<GrantsPreview>
}

export function createGrants(fetch: Fetch): Grants {
  const ask = requester(fetch)
  return {
    async all() {
      const { people, ...rest } = await json<GrantsAnswer>(ask, 'grants')
      return { people: people.map(person => ({ ...person, role: roleNamed(person.role) })), ...rest }
    },
    change: message => ask('grants', message, () => {}),
    preview: message => json<GrantsPreview>(ask, 'grants/preview', message),
  }
}

export const nameOfGrant = ({ kind, id }: Grant): string => `${kind} ${id}`

/** What the server asks of every browser: as an admin has chosen, or as it begins. [LK1] */
import type { Policy } from '../shared/policy.ts'
import { PolicyMessage } from '../shared/policy-message.ts'
import { readPolicy, writePolicy } from './db/policy.ts'
import type { Services } from './services.ts'

/** What an older version wrote holds as far as it goes. */
export async function policyOf({ database, firstPolicy }: Services): Promise<Policy> {
  const text = await readPolicy(database.db)
  const kept = text === undefined ? {} : (JSON.parse(text) as Partial<Policy>)
  return PolicyMessage.parse({ ...firstPolicy, ...kept })
}

export async function keepPolicy({ database }: Services, policy: Policy): Promise<void> {
  await writePolicy(database.db, JSON.stringify(policy))
}

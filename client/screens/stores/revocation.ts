/** What becomes of this browser's data when an admin has revoked it. [BP4] [BP5] */
import { shallowRef, type Ref } from 'vue'
import { AppError } from '../../../shared/errors.ts'
import type { Engine, StorageFault } from '../../contract.ts'
import type { Account } from '../accounts.ts'
import type { Browsers, Revoked } from '../browsers.ts'
import { quietly } from './quietly.ts'
import { type Said, wasSaid } from './next-page.ts'
import { removeData } from './remove-data.ts'

interface World {
  engine: Engine
  browsers: Browsers
  account: Readonly<Ref<Account | null>>
  /** Of whoever is here nothing is left. */
  leave(): Promise<StorageFault | null>
  /** Behind that: the server is told whose data is gone. */
  onLeft(said: Said | null, removed: string[]): Promise<void>
}

export function revocationOf({ engine, browsers, account, leave, onLeft }: World) {
  /** [BP5] This person's work is to be sent first. */
  const mustSend = shallowRef(false)
  /** Their data has been removed, as an admin wanted. */
  const isRevoked = shallowRef(wasSaid('revoked'))

  /** [LK7] What keeps somebody's data on the disk, if anything does. */
  async function remove(userIds: readonly string[], isWanted: boolean): Promise<StorageFault | null> {
    const gone: string[] = []
    let fault: StorageFault | null = null
    for (const userId of userIds) {
      const answer = await removeData(engine, userId)
      if (answer.outcome === 'failed') fault = answer.fault
      else gone.push(userId)
    }
    const isMine = account.value !== null && gone.includes(account.value.id)
    // [BP4] Said also where nobody is signed in.
    if (gone.length > 0 && (isMine || account.value === null)) isRevoked.value = !isWanted
    if (isMine) {
      mustSend.value = false
      fault ??= await leave()
      if (fault === null) await onLeft(isWanted ? null : 'revoked', gone)
    }
    // Not heard, the server says it once more at the next contact, and there is nothing left to remove.
    else if (gone.length > 0) await quietly(() => browsers.removed(gone))
    return fault
  }

  async function obey(revoked: readonly Revoked[]): Promise<StorageFault | null> {
    const { value: mine } = account
    mustSend.value = revoked.some(({ userId, revocation }) => userId === mine?.id && revocation === 'sending')
    // Whose work is to be sent first is here to do that, or will be; of the others nothing waits.
    const now = revoked.filter(({ revocation }) => revocation === 'now')
    return now.length > 0
      ? remove(
          now.map(({ userId }) => userId),
          false,
        )
      : null
  }

  /** Whether that is what the server has answered; then it is done. */
  async function obeyIn(error: unknown): Promise<boolean> {
    if (!(error instanceof AppError) || error.code !== 'revoked') return false
    const { revoked } = error.details
    await obey(Array.isArray(revoked) ? (revoked as Revoked[]) : [])
    return true
  }

  const own = (isWanted: boolean): Promise<StorageFault | null> =>
    account.value ? remove([account.value.id], isWanted) : Promise.resolve(null)

  return {
    mustSend,
    isRevoked,
    obey,
    obeyIn,
    /** As the server wants. */
    removeOwn: () => own(false),
    /** As its person wants. */
    wipe: () => own(true),
  }
}

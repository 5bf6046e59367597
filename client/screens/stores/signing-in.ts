/** The ways in: by password, by the first admin's setup code, and by the code of another browser. */
import type { Engine } from '../../contract.ts'
import type { Account, Accounts, Credentials } from '../accounts.ts'
import type { SessionKey } from '../session-key.ts'
import type { openingOf } from './opening.ts'

interface World {
  accounts: Accounts
  sessionKey: SessionKey
  engine: Engine
  way: ReturnType<typeof openingOf>
  /** [BP4] Whether the server wants something gone first; then it is. */
  obeyIn(error: unknown): Promise<boolean>
  begin(known: Account): Promise<void>
  /** Of whoever was here before. */
  farewell(): Promise<void>
}

export function signingInOf({ accounts, sessionKey, engine, way, obeyIn, begin, farewell }: World) {
  /** [AC20] Once more where the server first wanted something gone. */
  async function made<T>(ask: () => Promise<T>): Promise<T> {
    await farewell()
    try {
      return await sessionKey.withNew(ask)
    } catch (error) {
      if (!(await obeyIn(error))) throw error
      return sessionKey.withNew(ask)
    }
  }

  async function signIn(credentials: Credentials): Promise<void> {
    const known = await made(() => accounts.signIn(credentials))
    way.typed(credentials.password)
    await begin(known)
    const { value: shown } = way.opening
    if (shown.state === 'locked' && shown.lock.isPassword)
      await way.enter({ key: { passphrase: credentials.password } })
    await engine.hint('signed-in')
  }

  async function setUp(request: { code: string; username: string; password: string }): Promise<void> {
    await accounts.setup(request)
    await signIn({ username: request.username, password: request.password })
  }

  /** [BP6] No password is typed. */
  async function setUpBrowser(code: string): Promise<void> {
    await begin(await made(() => accounts.setUpBrowser(code)))
    await engine.hint('signed-in')
  }

  return { signIn, setUp, setUpBrowser }
}

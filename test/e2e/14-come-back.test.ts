/** Story 14: the tab goes elsewhere by a full load and comes back, again and again, and every save ends. */
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { projectRoot } from '../../server/commands/build.ts'
import { budi, createAccounts } from './accounts.ts'
import { engineName } from './engines/engine.ts'
import { Person } from './person.ts'
import { TestServer } from './server.ts'

/** Only WebKit has been seen to keep anything locked. */
const rounds = engineName === 'webkit' ? (process.env['E2E_ROUNDS'] === 'all' ? 20 : 5) : 3
const tls = join(projectRoot, 'test', 'contract', 'tls')
const withTls = { TLS_CERT: join(tls, 'localhost.crt'), TLS_KEY: join(tls, 'localhost.key') }

const nameOf = (round: number) => `Gerbang ${round} é🚪`

/** As every tablet must; the other engines keep no service worker under a certificate that nobody has signed. */
const isSecure = engineName === 'webkit'

describe('Another address in the same tab, and back', () => {
  let server: TestServer
  let person: Person

  beforeAll(async () => {
    if (isSecure) process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0'
    server = await TestServer.start(undefined, isSecure ? withTls : {})
    await createAccounts(server, [budi])
    person = await Person.sitDown({ origin: server.origin })
    await person.signIn(budi)
    await person.waitForFirstSync()
    await person.goOffline()
  })

  afterAll(async () => {
    delete process.env['NODE_TLS_REJECT_UNAUTHORIZED']
    await person.leave()
    await server.remove()
  })

  /** How the page came to be: by `back_forward` when it was loaded, by `reload` when it had been set aside. */
  const wayHere = () =>
    person.page.evaluate(() => {
      const [navigation] = performance.getEntriesByType('navigation')
      return (navigation as PerformanceNavigationTiming).type
    })

  test.each(Array.from({ length: rounds }, (_, round) => round))(
    '[WK2, UI3] what was typed before is there, and is saved: round %i',
    async round => {
      await person.open('/device/new')
      await person.fill({ Name: nameOf(round) })
      // As long as it takes to go elsewhere.
      await pause(600)
      await person.open('/record_b')
      await person.page.getByRole('searchbox').waitFor()
      await person.page.goBack()
      await person.button('Continue with it').click()
      if (isSecure) expect(await wayHere()).toBe('back_forward')
      await person.save()
    },
  )

  test('[WK2] nothing is left locked behind', async () => {
    await person.open('/device/new')
    await person.fill({ Name: nameOf(rounds) })
    await person.save()
    await person.waitForStatus(new RegExp(`^To send: ${rounds + 1}`))
  })

  test('all of it is sent, once', async () => {
    await person.goOnline()
    await person.waitForStatus(/^All sent/)
    const names = server.rows<{ name: string }>('select name from device order by id').map(row => row.name)
    expect(names).toEqual(Array.from({ length: rounds + 1 }, (_, round) => nameOf(round)))
  })
})

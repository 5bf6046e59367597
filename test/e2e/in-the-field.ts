/** Budi with a tablet on which all records are, in the field: from here on there is no network. */
import { budi, createAccounts } from './accounts.ts'
import { Person } from './person.ts'
import { TestServer } from './server.ts'

interface Counts {
  records: number
  devices?: number
}

/** `others`: accounts beside his. */
export async function inTheField(
  { records, devices = 5 }: Counts,
  others: Parameters<typeof createAccounts>[1] = [],
): Promise<{ server: TestServer; person: Person }> {
  const server = await TestServer.start()
  await createAccounts(server, [budi, ...others])
  const counts = { records, 'records-b': 5, devices }
  await server.command(
    'demo.ts',
    Object.entries(counts).flatMap(([name, count]) => [`--${name}`, String(count)]),
  )
  const tablet = { isTouch: true, size: { width: 1024, height: 768 } }
  const person = await Person.sitDown({ origin: server.origin, ...tablet })
  await person.signIn(budi)
  await person.waitForFirstSync()
  await person.goOffline()
  return { server, person }
}

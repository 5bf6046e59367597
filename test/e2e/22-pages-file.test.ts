/** Story 22: a tablet with many records is switched on again, with its file of pages as it was, spoilt, and gone. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { budi, createAccounts } from './accounts.ts'
import { Person } from './person.ts'
import { TestServer } from './server.ts'

const records = 20_000

let server: TestServer
let person: Person
/** The name of a record that stands in the middle of them. */
let name: string

beforeAll(async () => {
  server = await TestServer.start()
  await createAccounts(server, [budi])
  await server.command('demo.ts', ['--records', String(records), '--devices', '5', '--records-b', '0'])
  const [row] = server.rows<{ name: string; pin: string }>(
    `select name, pin from record_a order by id limit 1 offset ${records / 2}`,
  )
  name = `"${row?.name}" pin:${row?.pin}`
  person = await Person.sitDown({ origin: server.origin })
  await person.signIn(budi)
  await person.waitForFirstSync()
})

afterAll(async () => {
  await person.leave()
  await server.remove()
})

/** The files of this origin, with the bytes of each. */
function files(): Promise<[name: string, bytes: number][]> {
  return person.playwright.page.evaluate(async () => {
    const found: [string, number][] = []
    const root = await navigator.storage.getDirectory()
    for await (const [name, handle] of root as unknown as AsyncIterable<[string, FileSystemFileHandle]>)
      found.push([name, (await handle.getFile()).size])
    return found
  })
}

const oneFile = async () => {
  await expect.poll(files).toEqual([[expect.stringContaining('records-'), expect.any(Number)]])
  return (await files())[0]!
}

async function expectFound(): Promise<void> {
  await person.search(name)
  await expect.poll(() => person.total()).toEqual({ total: 1, all: records })
}

/** Other bytes in its middle, as long as it was. */
async function spoil(file: string): Promise<void> {
  await person.playwright.page.evaluate(async file => {
    const root = await navigator.storage.getDirectory()
    const handle = await root.getFileHandle(file)
    const { size } = await handle.getFile()
    const writable = await handle.createWritable({ keepExistingData: true })
    await writable.write({ type: 'write', position: size >> 1, data: new Uint8Array(64) })
    await writable.close()
  }, file)
}

test('[PG10] the file is there after the first sync, and what it holds is found without a network', async () => {
  const [, bytes] = await oneFile()
  expect(bytes).toBeGreaterThan(records * 50)
  await person.goOffline()
  await person.restartBrowser()
  await expectFound()
})

test('[PG10] spoilt, it is passed over and written anew', async () => {
  const [before] = await oneFile()
  await spoil(before)
  await person.restartBrowser()
  await expectFound()
  await expect.poll(async () => (await files()).map(([name]) => name)).not.toContain(before)
  await person.restartBrowser()
  await expectFound()
})

test('[LK8] it goes when its person signs out', async () => {
  await person.goOnline()
  await person.signOut()
  expect(await files()).toEqual([])
})

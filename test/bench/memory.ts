/** What a page and its workers hold in memory, and what a profile holds on disk. */
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { CDPSession, Page } from 'playwright-core'

/** What V8 calls used, and the buffers behind typed arrays, which it counts beside. */
interface HeapUsage {
  usedSize: number
  backingStorageSize?: number
}

type Send = (method: string) => Promise<unknown>

async function heapOf(send: Send): Promise<number> {
  await send('HeapProfiler.enable')
  await send('HeapProfiler.collectGarbage')
  const { usedSize, backingStorageSize = 0 } = (await send('Runtime.getHeapUsage')) as HeapUsage
  return usedSize + backingStorageSize
}

/** Talks to a worker through its page: Playwright offers no session of a worker's own. */
function sendTo(page: CDPSession, sessionId: string): Send {
  let last = 0
  return method =>
    new Promise((resolve, reject) => {
      const id = ++last
      const listen = (event: { sessionId: string; message: string }) => {
        if (event.sessionId !== sessionId) return
        const answer = JSON.parse(event.message) as {
          id?: number
          result?: unknown
          error?: { message: string }
        }
        if (answer.id !== id) return
        page.off('Target.receivedMessageFromTarget', listen)
        if (answer.error) reject(new Error(answer.error.message))
        else resolve(answer.result)
      }
      page.on('Target.receivedMessageFromTarget', listen)
      page
        .send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method }) })
        .catch(reject)
    })
}

/** Bytes, after garbage has been collected, of the page and of all its dedicated workers. */
export async function heaps(page: Page): Promise<{ main: number; workers: number }> {
  const session = await page.context().newCDPSession(page)
  const workers: string[] = []
  session.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
    if (targetInfo.type === 'worker') workers.push(sessionId)
  })
  await session.send('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: false,
    flatten: false,
  })
  const main = await heapOf(method => session.send(method as 'HeapProfiler.enable'))
  let sum = 0
  for (const worker of workers) sum += await heapOf(sendTo(session, worker))
  if (workers.length !== page.workers().length)
    throw new Error(`${workers.length} of ${page.workers().length} workers were reached`)
  await session.detach()
  return { main, workers: sum }
}

const stores = ['IndexedDB', 'File System', 'Local Storage']

/** Bytes in the stores of a profile whose browser is closed; not its caches. */
export function bytesStored(profile: string): number {
  return stores
    .map(store => join(profile, 'Default', store))
    .filter(folder => statSync(folder, { throwIfNoEntry: false }))
    .flatMap(folder => readdirSync(folder, { recursive: true, withFileTypes: true }))
    .filter(entry => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
}

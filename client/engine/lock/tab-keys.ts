/** [LK2] Keys from one tab's worker to another's: in memory, and as something that can be used and not read. */
import type { After } from '../../storage/in-time.ts'
import type { TabKeys } from '../world.ts'

/** A worker that is busy answers later than one that is not; nobody waits long for one that is not there. */
const patienceMs = 150

type Message = { ask: true } | { key: CryptoKey }

interface Line {
  postMessage(message: Message): void
  addEventListener(type: 'message', listen: (event: { data: Message }) => void): void
  close(): void
}

/** `line`: to the same person's other tabs. */
export function tabKeys(line: Line, after: After): TabKeys {
  const heard = new Set<(message: Message) => void>()
  line.addEventListener('message', ({ data }) => {
    for (const listen of [...heard]) listen(data)
  })
  return {
    ask: () =>
      new Promise(resolve => {
        const answer = (key: CryptoKey | null) => {
          heard.delete(listen)
          callOff()
          resolve(key)
        }
        const listen = (message: Message) => 'key' in message && answer(message.key)
        const callOff = after(patienceMs, () => answer(null))
        heard.add(listen)
        line.postMessage({ ask: true })
      }),
    offer(key) {
      heard.add(message => 'ask' in message && line.postMessage({ key }))
      return () => line.close()
    },
  }
}

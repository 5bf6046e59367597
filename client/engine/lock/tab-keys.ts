/**
 * [LK2] [LK10] Keys from one tab's worker to another's: in memory, and as something that can be used and not read. Which
 * database a key is of, and from when, goes with it.
 */
import type { After } from '../../storage/in-time.ts'
import type { SharedKey, TabKeys } from '../world.ts'

/** A worker that is busy answers later than one that is not; nobody waits long for one that is not there. */
const patienceMs = 150

type Message = { ask: string } | { shared: SharedKey }

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
    ask: ({ name, locked }) =>
      new Promise(resolve => {
        const answer = (key: CryptoKey | null) => {
          heard.delete(listen)
          callOff()
          resolve(key)
        }
        const listen = (message: Message) => {
          if (!('shared' in message)) return
          const { shared } = message
          if (shared.name === name && shared.locked === locked) answer(shared.key)
        }
        const callOff = after(patienceMs, () => answer(null))
        heard.add(listen)
        line.postMessage({ ask: name })
      }),
    offer(shared, may) {
      heard.add(message => {
        if ('ask' in message && message.ask === shared.name && may()) line.postMessage({ shared })
      })
    },
    close() {
      heard.clear()
      line.close()
    },
  }
}

/** What no design can beat: the same bytes over HTTP, through JSON.parse, into and out of IndexedDB, past one indexOf. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { joinedTexts } from '../../../shared/joined-texts.ts'
import { budi, signIn } from '../../e2e/accounts.ts'
import { serverWith } from '../data.ts'
import type { Sample } from '../results.ts'
import { Tablet } from '../tablet.ts'

/** The lines of a first sync, as the app asks for them. */
async function linesOf(records: number): Promise<string[]> {
  const server = await serverWith(records)
  try {
    const cookie = await signIn(server, budi)
    const headers = { cookie, 'accept-encoding': 'identity' }
    const answer = await fetch(`${server.origin}/api/sync/changes?${new URLSearchParams(joinedTexts)}`, {
      headers,
    })
    const lines: string[] = []
    let rest = ''
    for await (const text of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const parts = (rest + text).split('\n')
      rest = parts.pop() ?? ''
      lines.push(...parts)
    }
    return lines
  } finally {
    await server.remove()
  }
}

/** In a page: everything that has to happen to the bytes at least once. */
async function touch(): Promise<Sample> {
  const timed = async <T>(run: () => Promise<T>): Promise<[number, T]> => {
    const at = performance.now()
    const result = await run()
    return [performance.now() - at, result]
  }
  const done = (request: IDBRequest | IDBTransaction) =>
    new Promise<void>((resolve, reject) => {
      request.addEventListener(request instanceof IDBTransaction ? 'complete' : 'success', () => resolve())
      request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB')))
    })
  const begin = (mode: IDBTransactionMode) =>
    db.transaction('lines', mode, { durability: mode === 'readwrite' ? 'strict' : 'default' })

  const [http, text] = await timed(async () => (await fetch('/lines')).text())
  const lines = text.split('\n')
  const [parse] = await timed(async () => {
    for (const line of lines) JSON.parse(line)
  })
  const folded = text.toLowerCase()
  const [search] = await timed(async () => folded.indexOf('zzkx-qqq'))

  const opening = indexedDB.open('limits')
  opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('lines'))
  await done(opening)
  const db = opening.result
  const [write] = await timed(async () => {
    const transaction = begin('readwrite')
    for (const [index, line] of lines.entries()) transaction.objectStore('lines').put(line, index)
    transaction.commit()
    await done(transaction)
  })
  const [read] = await timed(() => done(begin('readonly').objectStore('lines').getAll()))
  return {
    'limit-http': http,
    'limit-parse': parse,
    'limit-search': search,
    'limit-write': write,
    'limit-read': read,
  }
}

export async function measureLimits(records: number, sample: Sample): Promise<void> {
  const body = Buffer.from((await linesOf(records)).join('\n'))
  const server = createServer((request, response) => {
    response.writeHead(200, { 'content-type': request.url === '/lines' ? 'text/plain' : 'text/html' })
    response.end(request.url === '/lines' ? body : '<!doctype html>')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const tablet = new Tablet([])
  try {
    await tablet.start()
    await tablet.page.goto(`http://localhost:${typeof address === 'object' ? address?.port : ''}/`)
    Object.assign(sample, await tablet.page.evaluate(touch), { 'limit-bytes': body.length })
  } finally {
    await tablet.remove()
    server.close()
  }
}

/** Sends lines as they are made, no faster than they are taken, compressed for those who ask. */
import { Readable } from 'node:stream'
import { ReadableStream as StreamOfNode } from 'node:stream/web'
import { constants, createGzip } from 'node:zlib'

/** Fast rather than small: the network is seldom slower than that. */
const gzipLevel = 4

export function acceptsGzip(request: Request): boolean {
  const accepted = (request.headers.get('accept-encoding') ?? '')
    .split(',')
    .map(part => part.trim().toLowerCase())
  return accepted.some(part => /^gzip(\s*;\s*q=(1|0\.\d*[1-9]).*)?$/.test(part))
}

export function ndjsonResponse(request: Request, lines: AsyncIterable<unknown>): Response {
  const headers = new Headers({
    'content-type': 'application/x-ndjson',
    'cache-control': 'no-store',
    vary: 'accept-encoding',
  })
  if (!acceptsGzip(request)) return new Response(webStream(textOf(lines)), { headers })
  headers.set('content-encoding', 'gzip')
  // Each line can be read as soon as it arrives.
  const text = Readable.from(textOf(lines))
  const zipped = createGzip({ level: gzipLevel, flush: constants.Z_SYNC_FLUSH })
  text.once('error', error => zipped.destroy(error))
  zipped.once('close', () => text.destroy())
  return new Response(webStream(text.pipe(zipped)), { headers })
}

async function* textOf(lines: AsyncIterable<unknown>): AsyncGenerator<Buffer> {
  for await (const line of lines) yield Buffer.from(`${JSON.stringify(line)}\n`)
}

/** Readable.toWeb throws out of nowhere, and so ends the process, when a reader leaves at the wrong moment. */
function webStream(chunks: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  return StreamOfNode.from(chunks) as ReadableStream<Uint8Array>
}

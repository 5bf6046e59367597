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

/** `coding`: how each line is written. */
export function ndjsonResponse<T>(
  request: Request,
  lines: AsyncIterable<T>,
  coding: (line: T) => unknown = line => line,
): Response {
  const text = textOf(lines, coding)
  if (!acceptsGzip(request)) return bytesResponse(text)
  // Each line can be read as soon as it arrives.
  const read = Readable.from(text)
  const zipped = createGzip({ level: gzipLevel, flush: constants.Z_SYNC_FLUSH })
  read.once('error', error => zipped.destroy(error))
  zipped.once('close', () => read.destroy())
  // Whoever reads hears of it. When they leave before they have read anything nobody does, and Node would end the process.
  zipped.on('error', () => {})
  return bytesResponse(read.pipe(zipped), { 'content-encoding': 'gzip' })
}

/** Lines, as their bytes go over the wire. */
export function bytesResponse(
  bytes: AsyncIterable<Uint8Array>,
  more: Readonly<Record<string, string>> = {},
): Response {
  const headers = {
    'content-type': 'application/x-ndjson',
    'cache-control': 'no-store',
    vary: 'accept-encoding',
  }
  return new Response(webStream(bytes), { headers: { ...headers, ...more } })
}

/** CSV, as it is made. */
export function fileResponse(parts: AsyncIterable<string>, name: string): Response {
  const headers = {
    'content-type': 'text/csv; charset=utf-8; header=present',
    'content-disposition': `attachment; filename="${name}.csv"`,
    'cache-control': 'no-store',
  }
  return new Response(webStream(bytesOf(parts)), { headers })
}

async function* bytesOf(parts: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const part of parts) yield Buffer.from(part)
}

async function* textOf<T>(lines: AsyncIterable<T>, coding: (line: T) => unknown): AsyncGenerator<Buffer> {
  for await (const line of lines) yield Buffer.from(`${JSON.stringify(coding(line))}\n`)
}

/** Readable.toWeb throws out of nowhere, and so ends the process, when a reader leaves at the wrong moment. */
function webStream(chunks: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  return StreamOfNode.from(chunks) as ReadableStream<Uint8Array>
}

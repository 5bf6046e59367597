/** Lines on their way: as the app asks for them, put together from what is ready; for others, as they are made. */
import { asksForJoinedTexts, joinTexts } from '../../shared/joined-texts.ts'
import { type Deflated, deflated, spliced } from '../http/spliced-gzip.ts'
import { acceptsGzip, bytesResponse, ndjsonResponse } from '../http/stream.ts'
import { asColumns, type Line } from './changes.ts'
import type { Columns } from './span.ts'

/** Fast rather than small: the level above takes two and a half times as long for a part that is 4 % smaller. */
const level = 4

/** Whether pages that are kept ready are of use to whoever asks. */
export function takesReadyPages(request: Request): boolean {
  return acceptsGzip(request) && asksForJoinedTexts(new URL(request.url).searchParams)
}

export function linesResponse(request: Request, lines: AsyncIterable<Line>): Response {
  if (takesReadyPages(request)) return bytesResponse(spliced(partsOf(lines)), { 'content-encoding': 'gzip' })
  const isJoined = asksForJoinedTexts(new URL(request.url).searchParams)
  return ndjsonResponse(request, asColumns(lines), isJoined ? joinTexts : undefined)
}

/** All of a line that is the same for whoever is sent it: what follows says where they are. [CH9] */
export function textOf(columns: Columns): Buffer {
  return Buffer.from(JSON.stringify(joinTexts(columns)).slice(0, -1))
}

/** In another thread: the next page is read meanwhile. */
export const compressed = (text: Buffer): Promise<Deflated> => deflated(text, level)

async function* partsOf(lines: AsyncIterable<Line>): AsyncGenerator<Deflated | Buffer> {
  for await (const { content, cursor, more } of lines) {
    yield await ('ready' in content ? content.ready : compressed(textOf(content.columns)))
    yield Buffer.from(`,${JSON.stringify({ cursor, more }).slice(1)}\n`)
  }
}

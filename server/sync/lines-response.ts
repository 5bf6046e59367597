/** Lines on their way: as the app asks for them, put together from what is ready; for others, as they are made. */
import { asksForJoinedTexts, joinTexts } from '../../shared/joined-texts.ts'
import { type Deflated, deflated, spliced } from '../http/spliced-gzip.ts'
import { acceptsGzip, bytesResponse, ndjsonResponse } from '../http/stream.ts'
import { asColumns, type Columns, type Line } from './changes.ts'

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
export function readyLine(columns: Columns): Promise<Deflated> {
  return deflated(Buffer.from(JSON.stringify(joinTexts(columns)).slice(0, -1)), level)
}

async function* partsOf(lines: AsyncIterable<Line>): AsyncGenerator<Deflated | Buffer> {
  for await (const { content, cursor, more } of lines) {
    yield 'ready' in content ? content.ready : await readyLine(content.columns)
    yield Buffer.from(`,${JSON.stringify({ cursor, more }).slice(1)}\n`)
  }
}

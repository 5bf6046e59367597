/** A stream of bytes as lines of text; a stream that stalls counts as cut. */
import { AppError } from '../../shared/errors.ts'

/** No byte for so long: the connection is dead though nobody said so. */
const stallMs = 30_000

export async function* linesOf(body: ReadableStream<Uint8Array> | null): AsyncGenerator<string> {
  if (!body) return
  const reader = body.getReader()
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await readInTime(reader)
      rest += done ? decoder.decode() : decoder.decode(value, { stream: true })
      const lines = rest.split('\n')
      rest = lines.pop() ?? ''
      yield* lines.filter(line => line !== '')
      if (done) break
    }
    if (rest) throw new AppError('unreachable')
  } finally {
    await reader.cancel().catch(ignoreCut)
  }
}

async function readInTime(reader: ReadableStreamDefaultReader<Uint8Array>) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const stall = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new AppError('unreachable')), stallMs)
  })
  try {
    return await Promise.race([reader.read(), stall])
  } catch (error) {
    throw error instanceof AppError ? error : new AppError('unreachable', {}, { cause: error })
  } finally {
    clearTimeout(timer)
  }
}

/** Cancelling a stream that already failed fails again with the same error, which has been thrown. */
function ignoreCut(error: unknown): void {
  if (!(error instanceof Error)) throw error
}

/** One gzip stream of parts that were compressed before: any program that unpacks gzip reads all of them. */
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Deflated, deflated, spliced } from '../../server/http/spliced-gzip.ts'

async function* each(parts: readonly (Deflated | Buffer)[]): AsyncGenerator<Deflated | Buffer> {
  yield* parts
}

async function unpacked(parts: readonly (Deflated | Buffer)[]): Promise<string> {
  // It checks the sum over all of them, and their length.
  return gunzipSync(Buffer.concat(await Array.fromAsync(spliced(each(parts))))).toString()
}

describe('A spliced gzip stream', () => {
  test('[CH11] is the texts of its parts, compressed or not, in whatever order and however often', async () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 2_000 })
    const parts = fc.array(fc.record({ text, isReady: fc.boolean(), level: fc.integer({ min: 0, max: 9 }) }))
    const property = fc.asyncProperty(parts, async all => {
      const made = await Promise.all(
        all.map(({ text: each, isReady, level }) =>
          isReady ? deflated(Buffer.from(each), level) : Buffer.from(each),
        ),
      )
      expect(await unpacked([...made, ...made])).toBe(
        all
          .map(({ text: each }) => each)
          .join('')
          .repeat(2),
      )
    })
    await fc.assert(property, { numRuns: 50 })
  })

  test('[CH11] has parts longer than a block, and none at all', async () => {
    const long = Buffer.from('panjang 🙂 '.repeat(40_000))
    expect(await unpacked([long, await deflated(long, 6), long])).toBe(long.toString().repeat(3))
    expect(await unpacked([])).toBe('')
  })

  test('[CH11] can be read up to each part as it comes', async () => {
    const parts = [
      await deflated(Buffer.from('satu\n'), 6),
      Buffer.from('dua\n'),
      await deflated(Buffer.from('tiga'), 6),
    ]
    const stream = new DecompressionStream('gzip')
    const [writer, reader] = [stream.writable.getWriter(), stream.readable.getReader()]
    for await (const bytes of spliced(each(parts.slice(0, 2)))) {
      void writer.write(new Uint8Array(bytes)).catch(() => undefined)
      const { value } = await reader.read()
      expect(Buffer.from(value ?? []).toString()).toMatch(/^(satu|dua)\n$/)
      if (Buffer.from(value ?? []).toString() === 'dua\n') break
    }
    await reader.cancel()
  })
})

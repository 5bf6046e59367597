/** Reading a file can be given up, says how far it is, and lets others have their turn. */
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { readTableFile } from '../../../client/engine/import/table-file.ts'
import { bookWith, sheetXml, textRow } from './reading.ts'

const twoRows = textRow('a', 'b') + textRow('1', '2')

describe('Given up', () => {
  const csv = new Blob([`a,b\n${'1,2\n'.repeat(200_000)}`])
  const json = new Blob([`[${'{"a":1},'.repeat(100_000)}{"a":2}]`])
  const book = new Blob([bookWith(sheetXml(twoRows.repeat(20_000)))])
  let told: [number, number][]
  beforeEach(() => {
    told = []
  })

  test.each([
    ['CSV', csv],
    ['JSON', json],
    ['a workbook', book],
  ])('[IM9] while it reads %s, after any of its steps', async (_, file) => {
    for (const after of [0, 1, 2]) {
      const giving = new AbortController()
      const pause = vi.fn(async () => {
        if (pause.mock.calls.length > after) giving.abort('sudah')
      })
      const reading = readTableFile(file, { signal: giving.signal, pause, onProgress: () => undefined })
      await expect(reading).rejects.toBe('sudah')
      expect(pause).toHaveBeenCalledTimes(after + 1)
    }
  })

  test('[IM9] before it began', async () => {
    const options = {
      signal: AbortSignal.abort('sudah'),
      pause: async () => undefined,
      onProgress: () => undefined,
    }
    await expect(readTableFile(csv, options)).rejects.toBe('sudah')
  })

  test.each([
    ['CSV', csv],
    ['a workbook', book],
  ])('[IM9] how far it has come is told as it reads %s', async (_, file) => {
    const options = { signal: new AbortController().signal, pause: async () => undefined }
    await readTableFile(file, { ...options, onProgress: (done, total) => told.push([done, total]) })
    expect(told.length).toBeGreaterThan(1)
    expect(told.every(([done, total], at) => done >= (told[at - 1]?.[0] ?? 0) && total === file.size)).toBe(
      true,
    )
    expect(told.at(-1)?.[0]).toBeGreaterThan(file.size / 2)
  })
})

/** Files that the person is given while a test runs. */
import { afterEach, beforeEach, vi } from 'vitest'

export interface TakenFile {
  name: string
  text: Promise<string>
}

/** The list of them, empty at the start of each test of the file that calls this. */
export function takenFiles(): TakenFile[] {
  const taken: TakenFile[] = []
  let made: Blob[] = []
  beforeEach(() => {
    taken.length = 0
    made = []
    vi.spyOn(URL, 'createObjectURL').mockImplementation(blob => `blob:${made.push(blob as Blob) - 1}`)
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      const file = made[Number(this.href.split(':').at(-1))]
      if (file) taken.push({ name: this.download, text: file.text() })
    })
  })
  afterEach(() => vi.restoreAllMocks())
  return taken
}

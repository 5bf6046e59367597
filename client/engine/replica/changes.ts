/** Changes to unsettled work: on disk, and then in memory. What is read meanwhile is read again. */

/** What the rest of the replica does where memory fails, or what was read is of another moment. */
interface Around {
  /** [OB1] Memory has failed, and not the change: what is on the disk is read. */
  readAnew(error: unknown): Promise<void>
  /** [RB5] The revision of the pages in memory, and how those that are newer are read. */
  revision(): number
  catchUp(): Promise<void>
}

export class WorkChanges {
  /** Made by this tab, or by what it received. */
  private count = 0
  /** The disk may have them already, and memory has not. */
  private readonly underWay = new Set<Promise<unknown>>()
  private readonly around: Around

  constructor(around: Around) {
    this.around = around
  }

  note(): void {
    this.count++
  }

  async make<T>(write: () => Promise<T>, keep: (written: T) => void): Promise<T> {
    const writing = write()
    this.underWay.add(writing)
    const end = () => {
      this.underWay.delete(writing)
      this.count++
    }
    try {
      keep(await writing)
    } catch (error) {
      end()
      // Rejects where the disk has failed.
      const written = await writing
      await this.around.readAnew(error)
      return written
    }
    end()
    return writing
  }

  /**
   * Reads until nothing has changed meanwhile: what was read would take back what this tab did, or has read since. [RB5]
   * Answers lie over the pages of the same moment, and of no other.
   */
  async unchanged<T extends { revision: number }>(read: () => Promise<T>): Promise<T> {
    for (;;) {
      const before = this.count
      const found = await read()
      if (found.revision > this.around.revision()) await this.around.catchUp()
      else if (this.underWay.size > 0) await Promise.allSettled(this.underWay)
      else if (found.revision === this.around.revision() && this.count === before) {
        this.count++
        return found
      }
    }
  }
}

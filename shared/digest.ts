/** What two ends compare instead of their records: for each kind a sum of hashes in each of 256 buckets. Pure. [DG1] */
import type { Value } from './fields.ts'
import { fillable, type Kind } from './metadata.ts'

/** By the last two digits of the uid, which are random: records that were made together lie apart. */
export const bucketCount = 256

export function bucketOf(uid: string): number {
  return Number.parseInt(uid.slice(-2), 16)
}

/** Records of one kind, columns side by side. */
interface Records {
  uid: readonly string[]
  id: readonly string[]
  version: readonly number[]
  fields: Readonly<Record<string, readonly Value[]>>
}

export class Digest {
  private readonly names: string[]
  /** Per bucket: how many records, and two sums of hashes modulo 2^32. */
  private readonly sums = new Uint32Array(bucketCount * 3)

  constructor(kind: Kind) {
    this.names = fillable(kind)
      .map(field => field.name)
      .sort((a, b) => (a < b ? -1 : 1))
  }

  /** In any order. */
  add({ uid: uids, id, version, fields }: Records): void {
    const columns = this.names.map(name => fields[name])
    for (const [slot, uid] of uids.entries()) {
      const values = columns.map(column => column?.[slot] ?? null)
      const [first, second] = hashOf(JSON.stringify([uid, id[slot], version[slot], ...values]))
      const at = bucketOf(uid) * 3
      this.sums[at] = (this.sums[at] ?? 0) + 1
      this.sums[at + 1] = (this.sums[at + 1] ?? 0) + first
      this.sums[at + 2] = (this.sums[at + 2] ?? 0) + second
    }
  }

  /** A text for each bucket; '' where nothing is. */
  get buckets(): string[] {
    return Array.from({ length: bucketCount }, (_, bucket) => {
      const sums = this.sums.subarray(bucket * 3, bucket * 3 + 3)
      return sums[0] === 0 ? '' : Array.from(sums, sum => sum.toString(36)).join('.')
    })
  }
}

/** cyrb53's two halves: against accidents, not against people. */
function hashOf(text: string): [first: number, second: number] {
  let first = 0xdeadbeef
  let second = 0x41c6ce57
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    first = Math.imul(first ^ unit, 2654435761)
    second = Math.imul(second ^ unit, 1597334677)
  }
  first = Math.imul(first ^ (first >>> 16), 2246822507) ^ Math.imul(second ^ (second >>> 13), 3266489909)
  second = Math.imul(second ^ (second >>> 16), 2246822507) ^ Math.imul(first ^ (first >>> 13), 3266489909)
  return [first >>> 0, second >>> 0]
}

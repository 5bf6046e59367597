/** Who is measured, in this order. */
import type { Sample } from './results.ts'
import { measureOurs } from './ours/ours.ts'

export interface Subject {
  name: string
  /** As people know it. */
  title: string
  /** One repetition with that many records. */
  measure(records: number, sample: Sample): Promise<void>
}

export const subjects: Subject[] = [{ name: 'ours', title: 'Records', measure: measureOurs }]

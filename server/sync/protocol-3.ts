/**
 * Protocol 3, as long as it is taken [PV2]: a delete names the version that the person saw, and a mutation that was
 * refused may be sent again under its id. This file goes with it.
 */
import * as z from 'zod'
import { address, Mutation } from '../../shared/protocol.ts'
import type { StoredRecord } from '../db/records.ts'

const [create, update] = Mutation.options
const DeleteByVersion = z.strictObject({
  ...address,
  op: z.literal('delete'),
  version: z.int().nonnegative(),
})
const Mutation3 = z.discriminatedUnion('op', [create, update, DeleteByVersion])

/** `version`: what a delete goes by in place of what was seen. */
export interface Parsed {
  mutation: Mutation
  version?: number
}

export function parse(protocol: number, raw: unknown): z.ZodSafeParseResult<Parsed> {
  const schema =
    protocol === 3 ? Mutation3.transform(asToday) : Mutation.transform(mutation => ({ mutation }))
  return schema.safeParse(raw)
}

function asToday(parsed: z.infer<typeof Mutation3>): Parsed {
  if (parsed.op !== 'delete') return { mutation: parsed }
  const { version, ...rest } = parsed
  return { mutation: { ...rest, seen: {} }, version }
}

/** A version of another history, one with `ids`, says nothing of what the person saw, though it may be the same number. */
export function isStale(
  { version, ids }: { version?: number | undefined; ids?: object | undefined },
  current: StoredRecord,
): boolean {
  return version !== undefined && (ids !== undefined || current.version !== version)
}

/** Apps of that time send what was refused again under its id. */
export function keepsRefusals(protocol: number): boolean {
  return protocol > 3
}

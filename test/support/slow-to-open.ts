/** A seal that opens what is stored only while a gate does. */
import type { Sealing } from '../../client/engine/disk/seal.ts'

/** Until `open` resolves, nothing sealed in those places is read; without `places`, nothing at all. */
export interface Gate {
  open: Promise<void>
  places?: RegExp
}

export function slowToOpen(sealing: Sealing, gate: Gate): Sealing {
  return {
    newKey: () => sealing.newKey(),
    keyOf: bytes => sealing.keyOf(bytes),
    with(key) {
      const seal = sealing.with(key)
      return {
        close: (place, value) => seal.close(place, value),
        open: async (place, sealed) => {
          if (gate.places?.test(place) ?? true) await gate.open
          return seal.open(place, sealed)
        },
      }
    },
  }
}

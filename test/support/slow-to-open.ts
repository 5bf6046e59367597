/** A seal that opens what is stored only while a gate does. */
import type { Sealing } from '../../client/engine/disk/seal.ts'

/** Until `open` resolves, nothing sealed in those places is read; without `places`, nothing at all. */
export interface Gate {
  open: Promise<void>
  places?: RegExp
}

export function slowToOpen(sealing: Sealing, gate: Gate): Sealing {
  const opened = async (place: string) => {
    if (gate.places?.test(place) ?? true) await gate.open
  }
  return {
    newKey: () => sealing.newKey(),
    keyOf: bytes => sealing.keyOf(bytes),
    with(key) {
      const seal = sealing.with(key)
      return {
        close: (place, value) => seal.close(place, value),
        closeBytes: (place, bytes) => seal.closeBytes(place, bytes),
        open: async (place, sealed) => {
          await opened(place)
          return seal.open(place, sealed)
        },
        openBytes: async (place, sealed) => {
          await opened(place)
          return seal.openBytes(place, sealed)
        },
      }
    },
  }
}

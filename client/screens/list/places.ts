/** Where each list was left, for the way back from another screen. */

export interface Place {
  top: number
  left: number
}

const places = new Map<string, Place>()

export function keepPlace(kind: string, place: Place): void {
  places.set(kind, place)
}

export function placeOf(kind: string): Place | undefined {
  return places.get(kind)
}

/** Where each list was left: its scroll position and the record last looked at, for the way back. */

export interface Place {
  top: number
  left: number
  uid: string | null
}

const places = new Map<string, Place>()

export function keepPlace(kind: string, place: Place): void {
  places.set(kind, place)
}

export function placeOf(kind: string): Place | undefined {
  return places.get(kind)
}

/** What every peer can do, each in the way its documentation recommends for speed. All of them run in a worker. */

export interface PeerRecord {
  id: string
  uid: string
  device_id: string
  pin: string
  name: string
  pri: string
  passwd: string
  card: string
  grp: string
  tz: string
  verify: boolean
  vice_card: string
  start_datetime: string
  end_datetime: string
  /** All that is searched, in small letters; the server has put it together for the peer. */
  text: string
}

export type Sortable = 'name' | 'pin' | 'device_id'

/** Every answer is the first `limit` hits; how many there are need not be known. */
export interface Peer {
  /** Its database, new or full. */
  open(): Promise<void>
  /** A batch of records that are new; with the last one, everything is durable. */
  load(records: PeerRecord[], isLast: boolean): Promise<void>
  /** What is faster to make once all records are in than while they come. */
  index?(): Promise<void>
  first(limit: number): Promise<PeerRecord[]>
  /** Records in which every one of these parts occurs. */
  search(parts: string[], limit: number): Promise<PeerRecord[]>
  sorted(field: Sortable, limit: number): Promise<PeerRecord[]>
  ofDevice(device: string, limit: number): Promise<PeerRecord[]>
  startedIn(from: string, until: string, limit: number): Promise<PeerRecord[]>
  /** Durable when it resolves. */
  save(record: PeerRecord): Promise<void>
  /** Records that are known already, in new versions. */
  change(records: PeerRecord[]): Promise<void>
  /** The memory of its WebAssembly, which V8 counts neither as its heap nor as a buffer. */
  webAssemblyBytes?(): number
}

export const hasAll = (text: string, parts: readonly string[]) => parts.every(part => text.includes(part))

/** A database as the app's version 1 of it stood on a device, made again: in this process, or by a browser's own page. */

export type StoredRow = Record<string, unknown>

export interface PutBack {
  userId: string
  /** IndexedDB's own version of the database. */
  version: number
  /** Rows as IndexedDB held them: bytes as base64, the key as JWK. */
  stores: Record<'pages' | 'outbox' | 'drafts' | 'sent' | 'meta', StoredRow[]>
  /** The number that the next row of the outbox gets. */
  nextSeq: number
}

/** It stands by itself: a browser is handed its text. */
export async function putBack(before: PutBack, factory: IDBFactory = indexedDB): Promise<void> {
  const { userId, version, stores, nextSeq } = before
  const request = <T>(asked: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      asked.onsuccess = () => resolve(asked.result)
      asked.onerror = () => reject(asked.error ?? new Error('failed'))
    })
  const bytesOf = (base64: unknown) => Uint8Array.from(atob(String(base64)), each => each.charCodeAt(0))
  const keyRow = stores.meta.find(row => row['name'] === 'key')
  const usages: KeyUsage[] = ['encrypt', 'decrypt']
  const key = await crypto.subtle.importKey('jwk', keyRow?.['value'] as JsonWebKey, 'AES-GCM', false, usages)
  const opened = (row: StoredRow): StoredRow => {
    if (row === keyRow) return { ...row, value: key }
    if (row['sealed'] === undefined) return row
    const { iv, bytes } = row['sealed'] as Record<'iv' | 'bytes', string>
    return { ...row, sealed: { iv: bytesOf(iv), bytes: bytesOf(bytes).buffer } }
  }
  const name = `records:${userId}`
  await request(factory.deleteDatabase(name))
  const asked = factory.open(name, version)
  // As Dexie had made it: its version 1 is IndexedDB's version 10.
  asked.onupgradeneeded = () => {
    const made = asked.result
    made.createObjectStore('pages', { keyPath: ['kind', 'page'] }).createIndex('revision', 'revision')
    made
      .createObjectStore('outbox', { keyPath: 'seq', autoIncrement: true })
      .createIndex('[kind+uid]', ['kind', 'uid'])
    made.createObjectStore('drafts', { keyPath: ['kind', 'uid'] })
    const sent = made.createObjectStore('sent', { keyPath: 'id' })
    for (const index of ['run', 'at']) sent.createIndex(index, index)
    made.createObjectStore('meta', { keyPath: 'name' })
  }
  const database = await request(asked)
  const transaction = database.transaction(Object.keys(stores), 'readwrite')
  const done = new Promise((resolve, reject) => {
    transaction.oncomplete = resolve
    transaction.onabort = () => reject(transaction.error ?? new Error('aborted'))
  })
  for (const [table, rows] of Object.entries(stores))
    for (const row of rows) transaction.objectStore(table).add(opened(row))
  // Rows that have left were counted, too.
  const outbox = transaction.objectStore('outbox')
  if (stores.outbox.every(({ seq }) => seq !== nextSeq - 1)) {
    outbox.add({ seq: nextSeq - 1, kind: '', uid: '' })
    outbox.delete(nextSeq - 1)
  }
  await done
  database.close()
}

/** The row of the outbox with this number is there once more for so many other records: a place seals what stands in it. */
export async function withCopies<B extends PutBack>(
  before: B,
  { seq, times }: { seq: number; times: number },
): Promise<B> {
  const { stores, nextSeq } = before
  const jwk = stores.meta.find(row => row['name'] === 'key')?.['value'] as JsonWebKey
  const key = await crypto.subtle.importKey('jwk', jwk, 'AES-GCM', false, ['encrypt', 'decrypt'])
  const row = stores.outbox.find(each => each['seq'] === seq)
  const {
    kind,
    uid: own,
    sealed,
  } = row as { kind: string; uid: string; sealed: Record<'iv' | 'bytes', string> }
  const algorithm = (uid: string, iv: BufferSource) => ({
    ...{ name: 'AES-GCM', iv },
    additionalData: Buffer.from(`outbox/${kind}/${uid}`),
  })
  const bytes = Buffer.from(sealed.bytes, 'base64')
  const plain = await crypto.subtle.decrypt(algorithm(own, Buffer.from(sealed.iv, 'base64')), key, bytes)
  const { mutation, ...rest } = JSON.parse(Buffer.from(plain).toString()) as { mutation: object }
  const copies = Array.from({ length: times }, async (_, index) => {
    const last = String(10_000_000 + index).padStart(12, '0')
    const [uid, id] = [`00000000-0000-7000-8000-${last}`, `00000000-0000-7000-9000-${last}`]
    const iv = crypto.getRandomValues(new Uint8Array(12))
    const body = Buffer.from(JSON.stringify({ ...rest, mutation: { ...mutation, id, uid } }))
    const again = Buffer.from(await crypto.subtle.encrypt(algorithm(uid, iv), key, body))
    const [ivText, text] = [Buffer.from(iv).toString('base64'), again.toString('base64')]
    return { seq: nextSeq + index, kind, uid, sealed: { iv: ivText, bytes: text } }
  })
  const outbox = [...stores.outbox, ...(await Promise.all(copies))]
  return { ...before, nextSeq: nextSeq + times, stores: { ...stores, outbox } }
}

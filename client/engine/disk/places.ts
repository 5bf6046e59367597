/** Where each sealed value stands, as it is sealed along: nothing opens in another's place. */

interface OfRecord {
  kind: string
  uid: string
}

export const places = {
  pages: ({ kind, page }: { kind: string; page: number }) => `pages/${kind}/${page}`,
  acts: ({ kind, uid }: OfRecord) => `acts/${kind}/${uid}`,
  bodies: ({ write }: { write: string }) => `bodies/${write}`,
  flights: ({ id }: { id: string }) => `flights/${id}`,
  refusals: ({ kind, uid }: OfRecord) => `refusals/${kind}/${uid}`,
  /** Sealing takes longer than a transaction lives: a row that has moved says where it was sealed. */
  unsaved: ({ id, place }: { id: string; place?: string }) => place ?? `unsaved/${id}`,
  notes: ({ name }: { name: string }) => `meta/${name}`,
  outbox: ({ kind, uid }: OfRecord) => `outbox/${kind}/${uid}`,
  sent: ({ id }: { id: string }) => `sent/${id}`,
}

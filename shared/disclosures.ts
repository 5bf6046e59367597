/** What left the lock of a browser in readable form, as that browser tells the server. [AU6] */

export type Disclosure =
  /** A secret was shown on a screen. Time: ISO 8601 in UTC, by the device. */
  | { what: 'secret_shown'; at: string; kind: string; uid: string; field: string }
  /** Work that was not sent yet was taken as a file. */
  | { what: 'unsent_taken'; at: string }
  /** So many records were taken as a file, these secret fields of theirs among them. */
  | { what: 'records_taken'; at: string; kind: string; count: number; secrets: string[] }

/** Kept until they are told; of more, their number alone. */
export const keptDisclosures = 100

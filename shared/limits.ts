/** Every limit both ends must agree on, each with its unit in its name. */

/** Records in one page, on the wire and on disk. */
export const pageRecords = 512

/** Mutations in one push. */
export const pushMutations = 500

/** Entries of a history, or deleted records, in one answer. */
export const historyPage = 100

/** Characters of a search among deleted records. */
export const searchCharacters = 200

/** Bytes of what one account keeps of its lists, as JSON. */
export const preferencesBytes = 64 * 1024

/** Characters of the name of one entry of these. */
export const preferenceKeyCharacters = 200

/** Bytes of one request body. */
export const maxBodyBytes = 1024 * 1024

/** Levels of nesting in one request body. */
export const maxJsonDepth = 8

/** Days a client keeps a settled mutation, so that it can be offered again to a restored server. */
export const sentDays = 30

/** The largest id: 2^63 − 1, which no JavaScript number holds. */
export const maxId = '9223372036854775807'

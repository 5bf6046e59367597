/**
 * What can happen in a run. A seed means its story only within the repertoire it was found in, so a new act or
 * accident goes into a new one, and seeds that failed once are replayed in their own.
 */

export type Repertoire = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9

/**
 * 2 adds: storage is evicted, the app is updated, drafts are kept, rejected entries are mended in the form.
 * 3 adds: each run has a mixture of its own, and a person is at work in two tabs at one moment.
 * 4 adds: a tab hears late of the others.
 * 5 adds: a form that answers a conflict is saved a while after it was opened.
 * 6 adds: others get on between any two transactions of a device's storage; the operator restores as the manual says;
 * tabs that lived through it all are compared with a new one.
 * 7 adds: what a device writes cannot be read again; something in between does not let a word pass; a role is taken
 * away, or somebody else signs in; more fields.
 * 8 adds: people edit, delete and bring back records that they are asked about, or that are there again, and choose field
 * by field; a form is open for a while; a transaction is written, and its connection dies before it says so; in half the
 * runs nobody compares records once a day.
 * 9 adds: a server is stopped, and another started on its database.
 */
export const newest: Repertoire = 9

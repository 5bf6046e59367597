/** A mutant: the program with one known bug in it. */

export interface Mutant {
  /** A mutant that needs changes in several places has several rows under one name. */
  name: string
  /** From the project's root. */
  file: string
  /** Stands exactly once in the file; otherwise the program does not start. */
  find: string
  replace: string
  /** What goes wrong, in one line. */
  story: string
}

/** What a planted bug is. */

export interface Planted {
  /** A bug that needs changes in several places has several rows under one name. */
  name: string
  /** From the project's root. */
  file: string
  /** Stands exactly once in the file; otherwise planting fails. */
  find: string
  replace: string
  /** What goes wrong, in one line. */
  story: string
}

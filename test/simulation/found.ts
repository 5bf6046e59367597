/** Seeds that failed once, and what was wrong then. A seed means its story only as long as people act as they did then. */

export type Found = [seed: number, story: string]

/** Found with pages of two records. */
export const found: Found[] = []

/** A row that cannot be read keeps no other from being read, whatever the reason: a later version may know better. */

/** `closed`: rows that could not be read, as they are stored. */
export async function openEach<Row, Value>(rows: readonly Row[], open: (row: Row) => Promise<Value>) {
  const answers = await Promise.allSettled(rows.map(open))
  return {
    opened: answers.flatMap(answer => (answer.status === 'fulfilled' ? [answer.value] : [])),
    closed: rows.filter((_, index) => answers[index]?.status === 'rejected'),
  }
}

/** Whoever comes while others are at work waits, and then all who have waited go together. */

export interface Together<Item> {
  /** How much of a group it is. */
  sizeOf(item: Item): number
  most: number
  /** Of a group no two name the same: who comes later goes with the next. */
  namesOf(item: Item): readonly string[]
}

interface Waiting<Item, Answer> {
  item: Item
  resolve(answer: Answer): void
  reject(reason: unknown): void
}

/** `work` answers each of a group, in its order; when it fails, all of them fail. */
export function inGroups<Item, Answer>(
  work: (group: readonly Item[]) => Promise<readonly Answer[]>,
  { sizeOf, most, namesOf }: Together<Item>,
): (item: Item) => Promise<Answer> {
  let waiting: Waiting<Item, Answer>[] = []
  let isAtWork = false

  function nextGroup(): Waiting<Item, Answer>[] {
    const group: Waiting<Item, Answer>[] = []
    const later: Waiting<Item, Answer>[] = []
    const named = new Set<string>()
    let size = 0
    for (const each of waiting) {
      const names = namesOf(each.item)
      size += sizeOf(each.item)
      const isIn = group.length === 0 || (size <= most && !names.some(name => named.has(name)))
      // Also what goes later is named: nobody overtakes those who name the same.
      for (const name of names) named.add(name)
      if (isIn) group.push(each)
      else later.push(each)
    }
    waiting = later
    return group
  }

  async function goOn(): Promise<void> {
    isAtWork = true
    while (waiting.length > 0) {
      // One turn of the event loop: whoever is at the door by now comes along, and nobody is waited for.
      await new Promise<void>(resolve => setImmediate(resolve))
      const group = nextGroup()
      try {
        const answers = await work(group.map(({ item }) => item))
        for (const [index, { resolve }] of group.entries()) resolve(answers[index] as Answer)
      } catch (error) {
        for (const { reject } of group) reject(error)
      }
    }
    isAtWork = false
  }

  return item => {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    waiting.push({ item, resolve, reject })
    if (!isAtWork) void goOn()
    return promise
  }
}

/** One process of many: takes its seeds from the parent, tells the outcome of each. */
import { openBackend } from './backends.ts'
import type { Share } from './seeds.ts'
import { simulate } from './simulate.ts'

let current = 0

async function work({ seeds, steps, database, stop }: Share): Promise<void> {
  const { backend, close } = await openBackend(database)
  for (const seed of seeds) {
    current = seed
    const outcome = await simulate({ seed, steps, backend })
    await new Promise(sent => process.send?.(outcome, sent))
    if (stop && outcome.broken.length > 0) break
  }
  await close()
  process.exit(0)
}

process.once('message', (share: Share) => {
  work(share).catch((error: unknown) => {
    console.error(error)
    process.exit(1)
  })
})

// Nothing is left that could go on, and yet it is not over.
process.on('beforeExit', () => {
  console.error(`seed ${current} never ends`)
  process.exit(1)
})

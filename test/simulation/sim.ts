/** npm run sim -- --runs 2000 --steps 100 | --seed S */
import { parseArgs } from 'node:util'
import { simulate } from './simulate.ts'
import { sqliteBackend } from './server.ts'

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '100' },
    steps: { type: 'string', default: '100' },
    seed: { type: 'string' },
    from: { type: 'string', default: '1' },
  },
})
const steps = Number(values.steps)
const backend = await sqliteBackend()

if (values.seed !== undefined) {
  const { broken, story } = await simulate({ seed: Number(values.seed), steps, backend })
  for (const line of story) console.log(line)
  for (const line of broken) console.log(`BROKEN ${line}`)
  process.exit(broken.length > 0 ? 1 : 0)
}

const started = performance.now()
let failed = 0
for (let seed = Number(values.from); seed < Number(values.from) + Number(values.runs); seed++) {
  const { broken } = await simulate({ seed, steps, backend })
  if (broken.length > 0) {
    failed++
    console.log(`seed ${seed}: ${broken.slice(0, 3).join('\n    ').slice(0, 600)}`)
  }
}
console.log(
  `${values.runs} runs of ${steps} steps, ${failed} failed, ${((performance.now() - started) / 1000).toFixed(1)} s`,
)

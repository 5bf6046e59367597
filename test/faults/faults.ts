/** `npm run faults`: what can be done to real processes, and what it comes to. */
import { given, run, UsageError } from '../../server/commands/command.ts'
import { scenarios } from './scenarios.ts'
import { commit, machine, Report } from './scenario.ts'

const call = {
  name: 'faults',
  about: 'Does to real processes what may happen to them, and counts what it breaks.',
  calls: [
    ['list', 'names what can be done, and how often it is done'],
    ['<name>', 'does it'],
  ],
  options: {
    count: { type: 'string', value: 'n', about: 'how often' },
    seed: { type: 'string', value: 'seed', default: '1', about: 'another one does otherwise' },
    mutants: { type: 'string', value: 'name,…', default: '', about: 'known bugs that are put in before' },
  },
  words: 1,
} as const

const { values, words } = given(call)
const [name = 'list'] = words

if (name === 'list') {
  for (const each of scenarios) console.log(`${each.name.padEnd(16)} ${each.about} (${each.count})`)
  process.exit(0)
}
const scenario = scenarios.find(each => each.name === name)

await run(call, async () => {
  if (!scenario) throw new UsageError(`There is no “${name}”: npm run faults -- list`)
  const count = Number(values.count ?? scenario.count)
  const size = { count, seed: Number(values.seed), mutants: values.mutants }
  console.log(
    `${name}: count ${size.count}, seed ${size.seed}${size.mutants && `, mutants: ${size.mutants}`}`,
  )
  console.log(`${new Date().toISOString()}, commit ${commit()}`)
  console.log(machine())
  const report = new Report(line => console.log(line))
  const startedAt = performance.now()
  await scenario.run(size, report)
  for (const [what, value] of Object.entries(report.measured)) console.log(`${what}: ${value}`)
  console.log(`duration: ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
  console.log(`${name}: ${report.violations.length} violations`)
  process.exit(report.violations.length > 0 ? 1 : 0)
})

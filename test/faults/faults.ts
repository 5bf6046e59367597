/** npm run faults -- <name> [--count N] [--seed S] [--mutants name,…] | list */
import { parseArgs } from 'node:util'
import { scenarios } from './scenarios.ts'
import { commit, machine, Report } from './scenario.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string' },
    seed: { type: 'string', default: '1' },
    mutants: { type: 'string', default: '' },
  },
})
const [name = 'list'] = positionals

if (name === 'list') {
  for (const each of scenarios) console.log(`${each.name.padEnd(16)} ${each.about} (${each.count})`)
  process.exit(0)
}
const scenario = scenarios.find(each => each.name === name)
if (!scenario) {
  console.error(`There is no ${name}. npm run faults -- list`)
  process.exit(1)
}

const size = {
  count: Number(values.count ?? scenario.count),
  seed: Number(values.seed),
  mutants: values.mutants,
}
console.log(`${name}: count ${size.count}, seed ${size.seed}${size.mutants && `, mutants: ${size.mutants}`}`)
console.log(`${new Date().toISOString()}, commit ${commit()}`)
console.log(machine())
const report = new Report(line => console.log(line))
const startedAt = performance.now()
await scenario.run(size, report)
for (const [what, value] of Object.entries(report.measured)) console.log(`${what}: ${value}`)
console.log(`duration: ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
console.log(`${name}: ${report.violations.length} violations`)
process.exit(report.violations.length > 0 ? 1 : 0)

/** Runs a scenario at a size that fits into the test run, and says how to do it again when something is wrong. */
import { seedOfDay } from '../support/day.ts'
import { Report, type Scenario, type Size } from './scenario.ts'

export async function runSmall(scenario: Scenario, size: Partial<Size> & { count: number }): Promise<Report> {
  const report = new Report()
  const { count, seed = seedOfDay(0), mutants = '' } = size
  await scenario.run({ count, seed, mutants }, report)
  const command = `npm run faults -- ${scenario.name} --count ${count} --seed ${seed}`
  if (report.violations.length > 0) report.violation(mutants ? `${command} --mutants ${mutants}` : command)
  return report
}

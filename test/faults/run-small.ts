/** Runs a scenario at a size that fits into the test run. */
import { Report, type Scenario, type Size } from './scenario.ts'

export async function runSmall(scenario: Scenario, size: Partial<Size> & { count: number }): Promise<Report> {
  const report = new Report()
  await scenario.run({ seed: 1, ...size }, report)
  return report
}

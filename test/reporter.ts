/** The last lines of a test run: what each project took, then how many tests passed and failed, for reader and script. */
import type { Reporter, TestModule } from 'vitest/node'

/** A file that cannot be loaded and an error outside any test count as failures: nothing red may read as green. */
export function closingLine(modules: readonly TestModule[], errorsOutsideTests: number): string {
  const count = { passed: 0, failed: errorsOutsideTests, skipped: 0, pending: 0 }
  for (const module of modules) {
    for (const test of module.children.allTests()) count[test.result().state]++
    if (module.errors().length > 0) count.failed++
    for (const suite of module.children.allSuites()) if (suite.errors().length > 0) count.failed++
  }
  const skipped = count.skipped + count.pending
  return `${count.passed} passed, ${count.failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

/** What a project's files took, one after the other: two of them run at a time, so a run takes about half of the sum. */
export function projectLines(modules: readonly TestModule[], msOf: (id: string) => number): string[] {
  const byProject = Map.groupBy(modules, module => module.project.name)
  return [...byProject].toSorted(byName).map(([name, files]) => {
    const seconds = files.reduce((sum, { id }) => sum + msOf(id), 0) / 1000
    const tests = files.reduce((sum, { children }) => sum + [...children.allTests()].length, 0)
    return `${name.padEnd(12)} ${seconds.toFixed(0).padStart(5)} s ${count(files.length, 'file')} ${count(tests, 'test')}`
  })
}

/** What would have to become faster first. */
export function slowestLines(modules: readonly TestModule[], msOf: (id: string) => number): string[] {
  const slowest = modules.toSorted((a, b) => msOf(b.id) - msOf(a.id)).slice(0, 40)
  return slowest.map(
    ({ id, relativeModuleId, project }) =>
      `${(msOf(id) / 1000).toFixed(0).padStart(6)} s ${relativeModuleId} (${project.name})`,
  )
}

const byName = ([a]: [string, unknown], [b]: [string, unknown]) => a.localeCompare(b)
const count = (many: number, of: string) => `${String(many).padStart(6)} ${many === 1 ? of : `${of}s`}`

export class ClosingLine implements Reporter {
  private lines: string[] = []
  private readonly begunAt = new Map<string, number>()
  private readonly tookMs = new Map<string, number>()

  onInit(): void {
    process.once('exit', () => {
      if (this.lines.length > 0) process.stdout.write(`\n${this.lines.join('\n')}\n`)
    })
  }

  onTestModuleQueued({ id }: TestModule): void {
    this.begunAt.set(id, performance.now())
  }

  onTestModuleEnd({ id }: TestModule): void {
    this.tookMs.set(id, performance.now() - (this.begunAt.get(id) ?? NaN))
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    this.lines = [
      ...slowestLines(modules, id => this.tookMs.get(id) ?? 0),
      ...projectLines(modules, id => this.tookMs.get(id) ?? 0),
      closingLine(modules, unhandledErrors.length),
    ]
  }
}

/** The last line of a test run: how many tests passed and failed, in words any reader and script understands. */
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

export class ClosingLine implements Reporter {
  private line = ''

  onInit(): void {
    process.once('exit', () => {
      if (this.line) process.stdout.write(`\n${this.line}\n`)
    })
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    this.line = closingLine(modules, unhandledErrors.length)
  }
}

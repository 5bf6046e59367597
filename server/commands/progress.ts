/** How far a long command is: one line that is written over, on standard error, and only where somebody looks. [CM4] */

export interface Progress {
  say(line: string): void
  /** Leaves the last line as it is. */
  end(): void
}

interface Terminal {
  isTTY?: boolean
  write(text: string): unknown
}

export function progressOn(terminal: Terminal): Progress {
  if (terminal.isTTY !== true) return { say: () => {}, end: () => {} }
  let length = 0
  return {
    say(line) {
      terminal.write(`\r${line.padEnd(length)}`)
      length = line.length
    },
    end() {
      if (length > 0) terminal.write('\n')
      length = 0
    },
  }
}

/** Breadth first: every state once, healed on a copy, and the shortest story of the first that is wrong. */
import { faultAtRest, faultNow, healed, patience } from './heal.ts'
import { coreKey } from './key.ts'
import { stripped } from './strip.ts'
import type { Rules } from './rules.ts'
import type { Situation } from './situation.ts'
import type { State } from './state.ts'
import { starts } from './starts.ts'
import { steps } from './steps.ts'
import { witnessed } from './wants.ts'

export interface Options {
  situation: Situation
  rules: Rules
  depth: number
  /** Stops afterwards. */
  states?: number
  onDepth?(depth: number, states: number): void
}

export interface Found {
  /** By depth; how many were visited first there. */
  states: number[]
  story: string[] | null
}

export function search(options: Options): Found {
  return new Search(options).run()
}

class Search {
  readonly #options: Options
  readonly #seen = new Set<string>()
  /** Exchanges until rest, by what is healed. */
  readonly #rest = new Map<string, number>()
  readonly #parents: number[] = []
  readonly #turns: number[] = []

  constructor(options: Options) {
    this.#options = options
  }

  run(): Found {
    const { situation, depth, onDepth } = this.#options
    const counts: number[] = []
    let frontier: { state: State; number: number }[] = []
    for (const [turn, start] of starts(situation, this.#options.rules).entries()) {
      const { fault, number } = this.#visit(start, -1, turn)
      if (fault) return { states: [1], story: [fault] }
      if (number !== null) frontier.push({ state: start, number })
    }
    counts.push(frontier.length)
    for (let at = 1; at <= depth && frontier.length > 0; at++) {
      const next: typeof frontier = []
      for (const { state, number } of frontier) {
        const story = this.#expand(state, number, next)
        if (story) return { states: [...counts, next.length], story }
        if (this.#parents.length >= (this.#options.states ?? Infinity))
          return { states: [...counts, next.length], story: null }
      }
      counts.push(next.length)
      onDepth?.(at, next.length)
      frontier = next
    }
    return { states: counts, story: null }
  }

  #expand(state: State, number: number, next: { state: State; number: number }[]): string[] | null {
    const { situation, rules } = this.#options
    let turn = -1
    let story: string[] | null = null
    steps(state, {
      situation,
      rules,
      emit: (given, words) => {
        turn++
        if (!given || story) return
        const after = stripped(witnessed(given))
        const visited = this.#visit(after, number, turn)
        if (visited.fault) story = [...this.#storyOf(number), words(), `→ ${visited.fault}`]
        else if (visited.number !== null) next.push({ state: after, number: visited.number })
      },
    })
    return story
  }

  #visit(state: State, parent: number, turn: number): { fault: string | null; number: number | null } {
    const { rules } = this.#options
    const core = coreKey(state)
    const { acts, others, losses, forms, restores } = state.left
    const key = `${core}%${acts},${others},${losses},${forms},${restores}`
    if (!state.fault && this.#seen.has(key)) return { fault: null, number: null }
    this.#seen.add(key)
    const fault = faultNow(state, rules) ?? this.#heal(state, core)
    const number = this.#parents.push(parent) - 1
    this.#turns.push(turn)
    return { fault, number }
  }

  #heal(state: State, core: string): string | null {
    const { rules } = this.#options
    const trail: { key: string; allowed: number; exchanges: number }[] = []
    let now = state
    let key = core
    let left = this.#rest.get(key)
    while (left === undefined) {
      if (trail.some(each => each.key === key) || trail.length > 30) return 'it never comes to rest'
      const next = healed(now, rules)
      trail.push({ key, allowed: patience(now), exchanges: next?.exchanges ?? 0 })
      if (!next) {
        const fault = faultAtRest(now, rules)
        if (fault) return `at rest, ${fault}`
        left = 0
        break
      }
      now = stripped(next.state)
      const fault = faultNow(now, rules)
      if (fault) return `healed, ${fault}`
      key = coreKey(now)
      left = this.#rest.get(key)
    }
    for (const { key: each, allowed, exchanges } of trail.reverse()) {
      left += exchanges
      if (left > allowed) return `it takes ${left} exchanges to come to rest, ${allowed} are enough`
      this.#rest.set(each, left)
    }
    return null
  }

  #storyOf(number: number): string[] {
    const turns: number[] = []
    for (let at = number; at >= 0; at = this.#parents[at]!) turns.unshift(this.#turns[at]!)
    return told(turns, this.#options)
  }
}

/** The words of a story, given which step was taken at each moment. */
function told(turns: number[], { situation, rules }: Options): string[] {
  const start = turns[0]!
  let state = starts(situation, rules)[start]!
  const story = [
    situation.starts[start] === 'known' ? 'Everybody has the record' : 'There is nothing yet',
    ...situation.before,
  ]
  for (const wanted of turns.slice(1)) {
    let turn = -1
    let after: State | null = null
    steps(state, {
      situation,
      rules,
      emit: (given, words) => {
        turn++
        if (turn !== wanted || !given) return
        after = stripped(witnessed(given))
        story.push(words())
      },
    })
    state = after!
  }
  return story
}

/**
 * npm run search -- --depth 8 [--people 1|2] [--acts n] [--others n] [--losses n] [--forms n] [--restore]
 *   [--refusals] [--references] [--lean] [--undone]
 */
import { parseArgs } from 'node:util'
import { search } from './breadth.ts'
import { rules } from './rules.ts'
import { situationWith } from './situation.ts'
import { undoneOnItsWay } from './situations.ts'

const { values } = parseArgs({
  options: {
    depth: { type: 'string', default: '8' },
    people: { type: 'string', default: '1' },
    acts: { type: 'string', default: '3' },
    others: { type: 'string', default: '1' },
    losses: { type: 'string', default: '1' },
    forms: { type: 'string', default: '1' },
    states: { type: 'string' },
    restore: { type: 'boolean', default: false },
    refusals: { type: 'boolean', default: false },
    lean: { type: 'boolean', default: false },
    references: { type: 'boolean', default: false },
    undone: { type: 'boolean', default: false },
  },
})

const situation = situationWith({
  people: values.people === '2' ? 2 : 1,
  left: {
    acts: Number(values.acts),
    others: Number(values.others),
    losses: Number(values.losses),
    forms: Number(values.forms),
    restores: values.restore || values.undone ? 1 : 0,
  },
  areRefused: values.refusals,
  areReferring: values.references,
  isLean: values.lean,
  ...(values.undone && { starts: ['known'], before: undoneOnItsWay }),
})
const startedAt = performance.now()
let all = 0
const { story } = search({
  situation,
  rules,
  depth: Number(values.depth),
  ...(values.states && { states: Number(values.states) }),
  onDepth(depth, states) {
    all += states
    const seconds = (performance.now() - startedAt) / 1000
    console.log(
      `depth ${depth}: ${states} states, ${all} in all, ${seconds.toFixed(1)} s, ${Math.round(all / seconds)}/s`,
    )
  },
})
story?.forEach((line, i) => console.log(i === 0 || line.startsWith('→') ? line : `${i}. ${line}`))
process.exit(story ? 1 : 0)

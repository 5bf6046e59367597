/** `npm run search`: every history of the pure core up to a number of steps, shortest first. */
import { given } from '../../server/commands/command.ts'
import { search } from './breadth.ts'
import { rules } from './rules.ts'
import { situationWith } from './situation.ts'
import { undoneOnItsWay } from './situations.ts'

const count = { type: 'string', value: 'n' } as const
const isOn = { type: 'boolean', default: false } as const

const { values } = given({
  name: 'search',
  about: 'Goes through every history of the core, and prints the shortest story of a violation.',
  calls: [['--depth 8', 'up to so many steps']],
  options: {
    depth: { ...count, default: '8', about: 'how many steps' },
    people: { ...count, default: '1', about: '1 or 2' },
    acts: { ...count, default: '3', about: 'what a person does, at most' },
    others: { ...count, default: '1', about: 'what others do, at most' },
    losses: { ...count, default: '1', about: 'answers that are lost, at most' },
    forms: { ...count, default: '1', about: 'forms that are open, at most' },
    states: { ...count, about: 'states, at most' },
    restore: { ...isOn, about: 'the server may be restored from a copy' },
    refusals: { ...isOn, about: 'the server may refuse' },
    lean: { ...isOn, about: 'fewer ways of each step' },
    references: { ...isOn, about: 'records refer to others' },
    undone: { ...isOn, about: 'begins with an act that is undone on its way' },
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

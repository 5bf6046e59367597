/** How every command is called: --help, what is wrong with a call, and how it ends. [CM1] [CM2] */
import { parseArgs, type ParseArgsOptionDescriptor } from 'node:util'
import { complain } from './terminal.ts'

/** The command was not called as it is to be called. */
export class UsageError extends Error {}

interface Option extends ParseArgsOptionDescriptor {
  /** What it is for. */
  about: string
  /** What stands for its value in the help; none for what is on or off. Of `n` and `seed` it is a whole number. */
  value?: string
}

type Options = Record<string, Option>

export interface Call<O extends Options = Options> {
  /** As in `npm run <name>`. */
  name: string
  about: string
  /** Each way to call it: what stands behind the name, and what that does. */
  calls: readonly (readonly [words: string, about: string])[]
  options?: O
  /** How many words it takes at most that are no options. */
  words?: number
  /** What its first word may be, and how many words follow each. */
  verbs?: Readonly<Record<string, number>>
}

export interface Given<O extends Options> {
  values: ReturnType<typeof parseArgs<{ options: O; allowPositionals: true }>>['values']
  words: string[]
}

const exitCodes = { done: 0, failed: 1, misused: 2 }

const indented = (rows: readonly (readonly [string, string])[]): string[] => {
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`.trimEnd())
}

export function helpOf({ name, about, calls, options = {} }: Call): string {
  const optionRows = Object.entries(options).map(([option, { value, about, default: usual }]) => {
    const hasDefault = usual !== undefined && usual !== false && !Array.isArray(usual)
    const suffix = hasDefault ? ` (${String(usual)} when it is not given)` : ''
    return [`--${option}${value === undefined ? '' : ` <${value}>`}`, about + suffix] as const
  })
  const callRows = calls.map(([words, what]) => {
    const call = words === '' ? `npm run ${name}` : `npm run ${name} -- ${words}`
    return [call, what] as const
  })
  return [
    about,
    '',
    ...indented(callRows),
    '',
    'Options:',
    ...indented([...optionRows, ['--help', 'says this, and does nothing']]),
    '',
    'Exit codes: 0 done, 1 failed, 2 called wrongly.',
  ].join('\n')
}

/** What was given on the command line. Help and what is wrong are answered here, and end the process. */
export function given<const O extends Options = Record<never, never>>(call: Call<O>): Given<O> {
  try {
    const { values, positionals } = parseArgs({
      options: { ...call.options, help: { type: 'boolean' } },
      allowPositionals: true,
    })
    if ((values as { help?: boolean }).help === true) {
      console.log(helpOf(call))
      process.exit(exitCodes.done)
    }
    checkWords(call, positionals)
    checkNumbers(call, values)
    return { values: values as Given<O>['values'], words: positionals }
  } catch (error) {
    return misused(call, error)
  }
}

function checkWords({ verbs, words = 0 }: Pick<Call, 'verbs' | 'words'>, given: readonly string[]): void {
  const [verb = ''] = given
  const most = verbs ? (verbs[verb] ?? 0) + 1 : words
  if (verbs && !Object.hasOwn(verbs, verb))
    throw new UsageError(verb === '' ? 'Say what is to be done' : `There is no “${verb}”`)
  if (given.length > most) throw new UsageError(`“${given[most] ?? ''}” is one word too many`)
  if (verbs && given.length < most) throw new UsageError(`${verb} needs one word more`)
}

/** How long whole numbers may be: counts, and seeds, of which each day has its own. */
const digitsAtMost: Record<string, number> = { n: 8, seed: 15 }

function checkNumbers({ options = {} }: Pick<Call, 'options'>, values: object): void {
  for (const [name, value] of Object.entries(values) as [string, unknown][]) {
    const digits = digitsAtMost[options[name]?.value ?? '']
    if (digits !== undefined && !(/^\d+$/.test(String(value)) && String(value).length <= digits))
      throw new UsageError(`--${name} takes a whole number, not “${String(value)}”`)
  }
}

/** Does the work of a command. `inWords` puts what it throws into words. */
export async function run(
  call: Call,
  work: () => Promise<void> | void,
  inWords: (error: unknown) => unknown = error => error,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (error instanceof UsageError) misused(call, error)
    complain(inWords(error))
    process.exitCode = exitCodes.failed
  }
}

function misused({ name }: Pick<Call, 'name'>, error: unknown): never {
  const isMisuse = error instanceof UsageError || (error instanceof TypeError && 'code' in error)
  if (!isMisuse) throw error
  // Node adds advice of its own.
  const [what = ''] = error.message.replaceAll('\n', ' ').split('. ')
  console.error(`${what.replace(/\.$/, '')}. What there is: npm run ${name} -- --help`)
  process.exit(exitCodes.misused)
}

/** Whether a password is found by somebody who tries the likely ones first. [AC15] */
import type { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { inHashingTurn } from './hashing-turn.ts'

/** Of 4: more than 10^8 guesses. */
const enough = 3

/** Judging takes as long as the square of a text, and what its beginning is worth the whole is worth. */
const judged = 24

/** Of the letters that something like `@` may stand for: of 100, which is the default, one text takes two seconds. */
const l33tMaxSubstitutions = 8

let loading: Promise<ZxcvbnFactory> | undefined

/** Common passwords, names and words take 290 ms and 66 MB: only where somebody chooses a password. */
async function load(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory: Factory }, common, english, indonesian] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
    import('@zxcvbn-ts/language-id'),
  ])
  const dictionary = { ...common.dictionary, ...english.dictionary, ...indonesian.dictionary }
  return new Factory({ dictionary, graphs: common.adjacencyGraphs, l33tMaxSubstitutions })
}

/** `known`: what everybody knows of its person, like their names. Throws `too_many` [CE5]. */
export async function isGuessable(password: string, known: readonly string[]): Promise<boolean> {
  loading ??= load()
  const judge = await loading
  const words = known.flatMap(namesIn).filter(each => each.length > 2)
  return inHashingTurn(
    async () => judge.check(password.normalize('NFKC').slice(0, judged), words).score < enough,
  )
}

/** “Eva Suryani” is also Eva, Suryani and evasuryani. */
function namesIn(name: string): string[] {
  const parts = name.split(/[\s._-]+/)
  return [name, parts.join(''), ...parts]
}

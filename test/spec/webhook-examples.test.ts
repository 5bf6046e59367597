/** What docs/webhooks.md tells programmers to do with a delivery, done: in JavaScript, and in Python where there is one. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { headersOf, secretOf } from '../../server/webhooks/signature.ts'

const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'webhooks.md'), 'utf8')
const example = (language: string): string => {
  const [, code] = new RegExp(`\`\`\`${language}\\n([^\`]*(?:\`[^\`]+\`[^\`]*)*?)\`\`\``).exec(page) ?? []
  if (code === undefined) throw new Error(`docs/webhooks.md has nothing in ${language}`)
  return code
}

const secret = secretOf('the secret of a server', '0b9c0f3e-6a2d-4c55-9a3e-0f1d2c3b4a59')
const body = JSON.stringify({ data: { records: [{ nama: 'Gudang Ñ 🏠\u2028' }] } })
const at = 1_790_000_000
const headers = headersOf({ id: 'msg_x', timestamp: at, body }, secret)

type Given = [headers: Record<string, string>, body: string, secret: string, seconds: number]
/** Runs the example in a process of its own: of each what it returns as JSON, or what it says is wrong. */
type Verify = (...given: Given[]) => string[]

const linesOf = (command: string, args: string[]) =>
  spawnSync(command, args, { encoding: 'utf8' }).stdout.trim().split('\n')

const inJavaScript: Verify = (...given) => {
  const call = `
for (const [headers, body, secret, seconds] of JSON.parse(process.argv[1]))
  try { console.log(JSON.stringify(verify(headers, body, secret, seconds * 1000))) } catch (error) { console.log(error.message) }`
  return linesOf(process.execPath, [
    ...['--input-type=module', '--eval', example('js') + call],
    JSON.stringify(given),
  ])
}

const inPython: Verify = (...given) => {
  const call = `
import sys
for headers, body, secret, seconds in json.loads(sys.argv[1]):
    try: print(json.dumps(verify(headers, body.encode(), secret, seconds)))
    except ValueError as error: print(error)`
  return linesOf('python3', ['-c', example('python') + call, JSON.stringify(given)])
}

const examples: [string, Verify][] = [['JavaScript', inJavaScript]]
if (spawnSync('python3', ['--version']).status === 0) examples.push(['Python', inPython])

describe.each(examples)('The example in %s', (_, verify) => {
  test('[WH2] takes what was signed, also beside other signatures, and gives its content', () => {
    const several = { ...headers, 'webhook-signature': `v1,AAAA ${headers['webhook-signature']}` }
    const said = verify([headers, body, secret, at + 300], [several, body, secret, at])
    expect(said.map(text => JSON.parse(text) as unknown)).toEqual([JSON.parse(body), JSON.parse(body)])
  })

  test('[WH2] refuses another body, id, time or secret, and what is too old', () => {
    const said = verify(
      [headers, `${body} `, secret, at],
      [{ ...headers, 'webhook-id': 'msg_y' }, body, secret, at],
      [{ ...headers, 'webhook-timestamp': String(at + 1) }, body, secret, at],
      [headers, body, secretOf('another', 'x'), at],
      [headers, body, secret, at + 301],
    )
    expect(said).toEqual([...Array<string>(4).fill('Not signed'), 'Too old'])
  })
})

/** Every command of package.json: its help, what it refuses, and how it ends. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { projectRoot } from '../../server/commands/build.ts'
import { progressOn } from '../../server/commands/progress.ts'
import { password } from './world.ts'

/** Programs of others, which have a help of their own. */
const ofOthers = [
  'types',
  'lint',
  'format',
  'format:write',
  'check',
  'test',
  'e2e',
  'test:nightly',
  'verify-node',
]

const { scripts } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}
const ours = Object.entries(scripts).filter(([name]) => !ofOthers.includes(name))

describe('Every command', () => {
  let folder: string
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'records-commands-'))))
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  function run(script: string, words: string[], input = '') {
    const [program, file = ''] = script.split(' ')
    expect(program).toBe('node')
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(projectRoot, file), ...words], {
      cwd: folder,
      env: { PATH: process.env['PATH'], DATA_DIR: join(folder, 'data') },
      encoding: 'utf8',
      input,
    })
    return { status, stdout, stderr }
  }

  test.each(ours)('[CM1] npm run %s says with --help what it is for, and does nothing', (name, script) => {
    const { status, stdout, stderr } = run(script, ['--help'])
    expect([status, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(/^[A-Z].*\.\n/)
    expect(stdout).toContain(`\n  npm run ${name}`)
    expect(stdout).toMatch(/\n {2}--help .*\n/)
    expect(stdout).toMatch(/\nExit codes: 0 .*, 1 .*, 2 .*\n$/)
    expect(readdirSync(folder)).toEqual([])
  })

  test.each(ours)('[CM2] npm run %s refuses what it does not know in one line', (name, script) => {
    const option = run(script, ['--nonesuch'])
    expect(option).toEqual({ status: 2, stdout: '', stderr: expect.stringMatching(/^.*--nonesuch.*\n$/) })
    const words = run(script, ['satu', 'dua', 'tiga', 'empat'])
    expect(words).toEqual({ status: 2, stdout: '', stderr: expect.stringMatching(/^.+\n$/) })
    expect(words.stderr).toContain(`npm run ${name} -- --help`)
    expect(readdirSync(folder)).toEqual([])
  })

  test.each([
    ['backup', []],
    ['backup', ['a.db', 'b.db']],
    ['demo', ['--records', 'many']],
    ['demo', ['--devices', '0']],
    ['user', []],
    ['user', ['create']],
    ['user', ['list', 'dewi']],
    ['token', ['end']],
    ['audit', ['export', 'a.csv', '--log', 'b.log']],
    ['list', ['--rows', '-1']],
  ])('[CM2] %s %j is wrong, too', (name, words) => {
    expect(run(scripts[name]!, words)).toEqual({
      status: 2,
      stdout: '',
      stderr: expect.stringMatching(/^.+\n$/),
    })
    expect(readdirSync(folder)).toEqual([])
  })

  test('[CM2] what was called rightly and fails ends otherwise', () => {
    expect(run(scripts['backup']!, ['copy.db'])).toEqual({
      status: 1,
      stdout: '',
      stderr: expect.stringMatching(/^There is no .*records\.db\.\n$/),
    })
  })

  test('[CM3] a password comes from the input, and must stand there where that is asked for', () => {
    const words = ['create', 'dewi', '--role', 'editor', '--password-stdin']
    expect(run(scripts['user']!, words, '\nmore')).toMatchObject({ status: 2, stdout: '' })
    expect(run(scripts['user']!, ['list'])).toMatchObject({ status: 0, stdout: '' })
    expect(run(scripts['user']!, words, `${password}\nmore`)).toEqual({
      status: 0,
      stdout: 'dewi can now sign in as editor.\n',
      stderr: '',
    })
    const reset = run(scripts['user']!, ['reset-password', 'dewi', '--password-stdin'], 'short')
    expect(reset).toMatchObject({ status: 1, stderr: expect.stringContaining('at least 10') as string })
  })

  test('[CM4] how far it is stands on standard error, where that is a terminal', () => {
    const written = (isTTY: boolean): string => {
      let text = ''
      const progress = progressOn({ isTTY, write: more => (text += more) })
      for (const line of ['10 of 200', '9 of 9']) progress.say(line)
      progress.end()
      return text
    }
    expect([written(true), written(false)]).toEqual(['\r10 of 200\r9 of 9   \n', ''])
    const demo = run(scripts['demo']!, ['--records', '600', '--devices', '2'])
    expect(demo).toMatchObject({ status: 0, stderr: '' })
    expect(demo.stdout).toMatch(/^\d+ records added, 0 were there already \(.*\)\n$/)
  })
})

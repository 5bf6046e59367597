/** The container's image, as its Dockerfile says: the files that it copies, and nothing else, are all that the server needs. */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import {
  chownSync,
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { validate } from 'dockerfile-utils'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { projectRoot } from '../../server/commands/build.ts'
import { freePort } from '../support/port.ts'

const read = (name: string): string => readFileSync(join(projectRoot, name), 'utf8')

/** [instruction, rest], with lines that go on put together. */
const instructions = read('deploy/Dockerfile')
  .replaceAll(/\\\n\s*/g, '')
  .split('\n')
  .filter(line => line !== '' && !line.startsWith('#'))
  .map(line => [line.split(' ', 1)[0] ?? '', line.slice(line.indexOf(' ') + 1)] as const)
const stageAt = instructions.findLastIndex(([name]) => name === 'FROM')
const [build, run] = [instructions.slice(0, stageAt), instructions.slice(stageAt)]
const all = (name: string, of = instructions) => of.flatMap(([each, rest]) => (each === name ? [rest] : []))

/** As COPY does: a folder's contents go into a folder that is named; files into one that ends in a slash. */
function copy(lines: readonly string[], from: string, to: string): void {
  for (const line of lines) {
    const words = line.split(' ')
    const target = words.pop() ?? ''
    for (const source of words) {
      const isInto = target.endsWith('/')
      cpSync(join(from, source), join(to, target, isInto ? basename(source) : ''), { recursive: true })
    }
  }
}

/** What the first stage does. */
function buildIn(made: string): void {
  copy(all('COPY', build), projectRoot, made)
  expect(all('RUN', build)).toEqual([
    'npm ci --ignore-scripts',
    'npm run build && npm ci --ignore-scripts --omit=dev',
  ])
  symlinkSync(join(projectRoot, 'node_modules'), join(made, 'node_modules'))
  const production = { ...process.env, NODE_ENV: 'production' }
  const vite = join(projectRoot, 'node_modules', 'vite', 'bin', 'vite.js')
  execFileSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], { cwd: made, env: production })
  rmSync(join(made, 'node_modules'))
  execFileSync('npm', ['ci', '--ignore-scripts', '--omit=dev', '--prefer-offline'], {
    cwd: made,
    stdio: 'pipe',
  })
}

test('[OP10] a linter finds nothing in the Dockerfile, and would', () => {
  const text = read('deploy/Dockerfile')
  expect(validate(text)).toEqual([])
  expect(validate(text.replace('EXPOSE 8080', 'EXPOZE 8080'))).toHaveLength(1)
})

test('[OP10] its base has a version, it is of no root, and fetches nothing by the way', () => {
  for (const base of all('FROM')) expect(base).toMatch(/^node:\d+\.\d+\.\d+-bookworm-slim( AS \w+)?$/)
  const [version] = all('FROM')[0]?.match(/\d+\.\d+\.\d+/) ?? []
  const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> }
  expect(version).toBe(dependencies['node'])
  expect(new Set(instructions.map(([name]) => name)).has('ADD')).toBe(false)
  expect(all('USER', run)).toEqual(['node'])
  expect(run.findLastIndex(([name]) => name === 'RUN' || name === 'COPY')).toBeLessThan(
    run.findIndex(([name]) => name === 'USER'),
  )
  expect(all('RUN').join('\n')).not.toMatch(/curl|wget|apt|sudo|npm install/)
})

test('[OP10] what it copies is let through to it, and nothing else is', () => {
  const [first, ...letThrough] = read('.dockerignore')
    .split('\n')
    .filter(line => line !== '' && !line.startsWith('#'))
  expect(first).toBe('*')
  const copied = all('COPY')
    .filter(line => !line.startsWith('--from'))
    .flatMap(line => line.split(' ').slice(0, -1))
  expect(new Set(letThrough)).toEqual(new Set(copied.map(source => `!${source}`)))
})

test('[OP10] [OP1] runs from what it copies, in a folder that it cannot write, and says that it lives', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'records-image-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  chmodSync(folder, 0o755)
  const [made, app, data] = ['made', 'app', 'data'].map(name => join(folder, name)) as [
    string,
    string,
    string,
  ]
  for (const each of [made, app, data]) mkdirSync(each)
  buildIn(made)

  const fromBuild = '--from=build /app/'
  const [ofBuild, own] = [true, false].map(is =>
    all('COPY', run).filter(line => line.startsWith(fromBuild) === is),
  )
  copy(
    (ofBuild ?? []).map(line => line.slice(fromBuild.length)),
    made,
    app,
  )
  copy(own ?? [], projectRoot, app)
  // Nobody who is here may write it, as with a root filesystem that is read-only.
  const node = join(folder, 'node')
  cpSync(process.execPath, node, { dereference: true })
  const isRoot = process.getuid?.() === 0
  const nobody = isRoot ? { uid: 65534, gid: 65534 } : {}
  if (isRoot) chownSync(data, 65534, 65534)
  else execFileSync('chmod', ['--recursive', 'a-w', app])

  const port = String(await freePort())
  const env = { NODE_ENV: 'production', DATA_DIR: data, PORT: port, HOME: '/nonexistent' }
  const command = JSON.parse(all('CMD', run)[0] ?? '') as string[]
  expect(command[0]).toBe('node')
  const server = spawn(node, command.slice(1), { cwd: app, env, ...nobody })
  const ended = new Promise<number | null>(resolve => server.once('exit', resolve))
  onTestFinished(() => void server.kill('SIGKILL'))
  let said = ''
  for (const stream of [server.stdout, server.stderr]) stream.on('data', chunk => (said += String(chunk)))
  await expect.poll(() => said, { timeout: 60_000 }).toContain('Records is at')
  const [check = ''] = all('HEALTHCHECK', run)
  const asking = JSON.parse(check.slice(check.indexOf('['))) as string[]
  const healthy = () => spawnSync(node, asking.slice(1), { cwd: app, env, ...nobody }).status
  expect(healthy()).toBe(0)
  const page = await fetch(`http://127.0.0.1:${port}/`)
  expect([page.status, (await page.text()).includes('<script type="module"')]).toEqual([200, true])
  expect((await fetch(`http://127.0.0.1:${port}/api/readyz`)).status).toBe(200)
  server.kill('SIGTERM')
  expect(await ended).toBe(0)
  expect(healthy()).toBe(1)
}, 600_000)

interface Service {
  image: string
  read_only?: boolean
  cap_drop?: string[]
  security_opt?: string[]
  volumes?: string[]
  environment: Record<string, string>
}

test.each(['compose.yaml', 'compose.postgres.yaml'])(
  '[OP10] %s runs it with a root filesystem that is read-only, and nothing of no version',
  name => {
    const { services } = parse(read(`deploy/${name}`), { merge: true }) as {
      services: Record<string, Service>
    }
    const ours = Object.values(services).filter(({ image }) => image === 'records')
    expect(ours.length).toBeGreaterThan(0)
    for (const each of ours)
      expect(each).toMatchObject({
        ...{ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] },
        environment: expect.objectContaining({ PUBLIC_URL: expect.any(String) as string }) as object,
      })
    for (const { image } of Object.values(services)) expect(image).toMatch(/^records$|:\d+\.\d+/)
  },
)

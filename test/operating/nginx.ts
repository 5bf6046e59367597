/** nginx: the machine's own, or the package of Debian, unpacked beside the project. */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../../server/commands/build.ts'

const kept = join(projectRoot, '.cache', 'nginx')

/** Throws where there is none and none can be had: nothing was checked then. */
export function nginxProgram(): string {
  if (spawnSync('nginx', ['-v']).status === 0) return 'nginx'
  const unpacked = join(kept, 'usr', 'sbin', 'nginx')
  if (existsSync(unpacked)) return unpacked
  mkdirSync(kept, { recursive: true })
  execFileSync('apt-get', ['download', 'nginx'], { cwd: kept, stdio: ['ignore', 'ignore', 'inherit'] })
  for (const name of readdirSync(kept))
    if (name.endsWith('.deb')) execFileSync('dpkg', ['-x', join(kept, name), kept])
  return unpacked
}

export interface Running {
  version: string
  /** What `nginx -t` says. */
  checked: string
  stop(): Promise<void>
}

export interface Site {
  folder: string
  /** Where it listens, and where the server behind it does. */
  port: number
  upstream: number
  certificate: { cert: string; key: string }
}

/** Runs deploy/nginx.conf as it is, but for ports, the certificate and the servers behind it. */
export function startNginx({ folder, port, upstream, certificate }: Site): Running {
  const program = nginxProgram()
  const site = readFileSync(join(projectRoot, 'deploy', 'nginx.conf'), 'utf8')
    .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
    .replace('/etc/nginx/tls/cert.pem', certificate.cert)
    .replace('/etc/nginx/tls/key.pem', certificate.key)
  const own = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    name => `  ${name}_temp_path ${join(folder, name)};`,
  )
  const file = join(folder, 'nginx.conf')
  writeFileSync(
    file,
    // Its workers would be somebody else's, and write nothing here.
    `${process.getuid?.() === 0 ? 'user root;\n' : ''}daemon off;\npid ${join(folder, 'pid')};\nerror_log ${join(folder, 'error.log')};\n` +
      `events {}\nhttp {\n${own.join('\n')}\n  access_log off;\n` +
      `  upstream records { server 127.0.0.1:${upstream}; keepalive 16; }\n${site}}\n`,
  )
  const given = ['-p', folder, '-c', file, '-e', join(folder, 'error.log')]
  const test = spawnSync(program, [...given, '-t'], { encoding: 'utf8' })
  if (test.status !== 0) throw new Error(test.stderr)
  const child = spawn(program, given, { stdio: 'ignore' })
  const ended = new Promise<void>(resolve => child.once('exit', () => resolve()))
  return {
    version: spawnSync(program, ['-v'], { encoding: 'utf8' }).stderr.trim(),
    checked: test.stderr.trim(),
    stop() {
      child.kill('SIGTERM')
      return ended
    },
  }
}

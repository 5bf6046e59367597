/** What of the machine and the settings is looked at: Node, who may read which file, HTTPS, and room on the disk. [CM5] */
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { accessSync, constants, existsSync, readdirSync, statfsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { type Config, warningOf } from '../config.ts'
import { openToOthers } from '../db/own-files.ts'
import { type Finding, ok, orOk, sizeOf, warning, wrong } from './finding.ts'

const dayMs = 24 * 60 * 60 * 1000
const leastNode = [22, 12] as const

export function nodeFinding(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const isOld = major < leastNode[0] || (major === leastNode[0] && minor < leastNode[1])
  return isOld ? wrong(`Node ${version}`, `install ${leastNode.join('.')} or later`) : ok(`Node ${version}`)
}

/** [SV8] Of the data folder, what the server keeps in it, and the key. */
export function fileFindings({ databaseUrl, dataDir }: Config, keyFile: string | undefined): Finding[] {
  const findings: Finding[] = []
  if (databaseUrl === undefined) findings.push(folderFinding(dataDir))
  if (keyFile !== undefined) {
    const [open] = openToOthers([keyFile])
    findings.push(
      open === undefined
        ? ok(`${keyFile} is its account’s alone`)
        : wrong(`Others may read ${open}, the key`, `chmod 600 ${open}`),
    )
  }
  return findings
}

function folderFinding(folder: string): Finding {
  if (!existsSync(folder)) return warning(`There is no folder ${folder} yet`, 'the first start makes it')
  if (!isWritable(folder))
    return wrong(`This account may not write ${folder}`, 'run it under the server’s account, or chown it')
  const own = readdirSync(folder).filter(name => name === 'server.lock' || name.startsWith('records.db'))
  const open = openToOthers([folder, ...own.map(name => join(folder, name))])
  return open.length === 0
    ? ok(`${folder} and what is in it is its account’s alone`)
    : wrong(`Others may read ${open.join(', ')}`, 'start the server once: it closes them; or chmod -R go= it')
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** [SV11] */
export function addressFindings(config: Config, now: Date): Finding[] {
  const plain =
    warningOf(config) === undefined
      ? undefined
      : warning(
          'Passwords travel readable: plain HTTP, which other machines can reach',
          'set TLS_CERT and TLS_KEY, or HOST=127.0.0.1 and PUBLIC_URL=https://… behind a proxy',
        )
  const { publicOrigin, tls } = config
  const findings = [
    orOk(
      plain,
      `People reach it ${publicOrigin ? `at ${publicOrigin}` : tls ? 'over HTTPS' : 'from this machine'}`,
    ),
  ]
  return tls ? [...findings, certificateFinding(tls, publicOrigin, now)] : findings
}

function certificateFinding(
  { cert, key }: NonNullable<Config['tls']>,
  publicOrigin: string | undefined,
  now: Date,
): Finding {
  let certificate: X509Certificate
  try {
    certificate = new X509Certificate(cert)
    if (!certificate.checkPrivateKey(createPrivateKey(key)))
      return wrong('TLS_KEY is not the key of TLS_CERT', 'name the two that belong together')
  } catch {
    return wrong('TLS_CERT or TLS_KEY cannot be read as PEM', 'name a certificate and its key')
  }
  const { hostname } = publicOrigin === undefined ? { hostname: undefined } : new URL(publicOrigin)
  if (hostname !== undefined && certificate.checkHost(hostname) === undefined)
    return wrong(`The certificate is not for ${hostname}`, 'get one for the name in PUBLIC_URL')
  const until = new Date(certificate.validTo)
  const days = Math.floor((until.getTime() - now.getTime()) / dayMs)
  const what = `The certificate holds until ${until.toISOString().slice(0, 10)}`
  if (days < 0) return wrong(what, 'renew it, and start the server anew')
  return days < 14 ? warning(what, 'renew it, and start the server anew') : ok(what)
}

const leastFree = 100e6

/** Room for as much again is what an upgrade, a copy or a restore may take. */
export function spaceFinding(folder: string, needed: number): Finding {
  let path = resolve(folder)
  while (!existsSync(path)) path = dirname(path)
  const { bavail, bsize } = statfsSync(path)
  const free = bavail * bsize
  const what = `${sizeOf(free)} are free for ${folder}`
  if (free < leastFree) return wrong(what, 'make room now: soon nothing can be saved')
  return free < Math.max(needed * 2, 1e9)
    ? warning(what, 'make room: a copy or an upgrade may not fit')
    : ok(what)
}

/** What happens to people's devices, their network and the server; each accident lasts until another ends it. */
import type { Actors } from './actors.ts'
import { apps, current } from './apps.ts'
import type { Chaos } from './chaos.ts'
import type { Intents } from './intents.ts'
import { ledgerOf } from './ledger.ts'
import type { SimProfile } from './profile.ts'
import type { Repertoire } from './repertoire.ts'
import { type Restoring, type SimServer, viewer } from './server.ts'

export interface Scene {
  chaos: Chaos
  server: SimServer
  profile: SimProfile
  intents: Intents
  /** Goes on by itself. */
  begun(promise: Promise<unknown>): void
}

const jumpMs = 20 * 365 * 24 * 3600 * 1000

type Accident = (scene: Scene) => string | null | Promise<string | null>

const first: Record<string, Accident> = {
  requestsFail({ chaos, profile: { network, name } }) {
    network.faults = chaos.pick([0.1, 0.3, 0.6])
    return `network of ${name}: ${network.faults * 100} % faults`
  },
  goesOffline({ profile: { network, name } }) {
    network.isDown = !network.isDown
    return `${name} is ${network.isDown ? 'offline' : 'online'}`
  },
  storageFails({ chaos, profile: { storage, name } }) {
    storage.faults = chaos.pick([0, 0, 0.05, 0.2])
    return `storage of ${name}: ${storage.faults * 100} % faults`
  },
  tabCrashes({ chaos, profile }) {
    if (profile.tabs.length === 0) return null
    const tab = chaos.pick(profile.tabs)
    profile.crash(tab)
    return `${tab.lane} crashes`
  },
  tabOpens({ profile, begun }) {
    if (profile.tabs.length > 1) return null
    begun(profile.openTab())
    return `${profile.name} opens another tab`
  },
  commitsFail({ chaos, server }) {
    server.commitFaults = chaos.pick([0, 0, 0.2])
    return `server: ${server.commitFaults * 100} % of commits fail`
  },
  sessionExpires({ profile: { network, name } }) {
    network.cookie = network.cookie === 'expired' ? name : 'expired'
    return `${name} is signed ${network.cookie === 'expired' ? 'out' : 'in'}`
  },
  clockJumps({ chaos, profile }) {
    profile.clockMs = Math.max(1, Math.round(profile.clockMs + (chaos.random() - 0.5) * jumpMs))
    return `${profile.name}'s clock jumps to ${new Date(profile.clockMs).toISOString()}`
  },
  serverIsSaved({ server, begun }) {
    begun(server.backup())
    return 'server: a backup is made'
  },
  serverIsRestored({ chaos, server, intents, begun }) {
    if (!server.hasBackup || chaos.chance(0.5)) return null
    intents.restored(true)
    begun(restore(server, intents, 'raw'))
    return 'server: restored from the backup'
  },
  deletionsAreForgotten({ server, begun }) {
    begun(server.forgetDeletions())
    return 'server: old deletions are forgotten'
  },
  allIsWell({ profile }) {
    heal(profile)
    return `${profile.name} is healthy`
  },
}

const second: Record<string, Accident> = {
  ...first,
  async storageIsEvicted({ chaos, server, profile, intents }) {
    if (chaos.chance(0.5)) return null
    profile.evict()
    intents.evicted(profile.name, await ledgerOf(server.database))
    return `everything that ${profile.name}'s browser stored is deleted`
  },
  appIsUpdated({ chaos, profile, begun }) {
    const next = apps[apps.indexOf(profile.app) + 1]
    if (!next) return null
    profile.app = next
    // Otherwise the tabs of the app before stay open beside the new one.
    if (chaos.chance(0.5)) profile.crashAll()
    begun(profile.openTab())
    return `${profile.name} gets ${next.name}`
  },
}

const sixth: Record<string, Accident> = {
  ...second,
  serverIsRestored({ chaos, server, intents, begun }) {
    if (!server.hasBackup || chaos.chance(0.5)) return null
    const how = chaos.pick(['raw', 'in place', 'elsewhere'] as const)
    intents.restored(how === 'raw')
    begun(restore(server, intents, how))
    return `server: restored from the backup, ${how}`
  },
}

const somebodyElse = 'zara'

const seventh: Record<string, Accident> = {
  ...sixth,
  diskSpoils({ chaos, profile: { storage, name } }) {
    storage.spoiling = chaos.pick([0, 0, 0.05, 0.3])
    return `disk of ${name}: ${storage.spoiling * 100} % of what is written spoils`
  },
  wordIsBlocked({ chaos, server, intents }) {
    const { value = null } = intents.all.at(-1 - chaos.below(3)) ?? {}
    server.blocked = server.blocked || value === null ? null : { word: value, isCut: chaos.chance(0.5) }
    return `what carries ${server.blocked?.word ?? 'any word'} ${server.blocked ? 'does not pass' : 'passes'}`
  },
  roleIsTaken({ profile: { network, name } }) {
    network.cookie = network.cookie === viewer(name) ? name : viewer(name)
    return `${name} is ${network.cookie === name ? 'an editor' : 'a viewer'}`
  },
  anotherSignsIn({ profile: { network, name } }) {
    network.cookie = network.cookie === somebodyElse ? name : somebodyElse
    return `${network.cookie} is signed in where ${name} works`
  },
}

const ninth: Record<string, Accident> = {
  ...seventh,
  serverRestarts({ server, begun }) {
    begun(server.restart())
    return 'server: restarts'
  },
}

async function restore(server: SimServer, intents: Intents, how: Restoring): Promise<void> {
  await server.restore(how)
  if (intents.hasEvicted) intents.excuse(await ledgerOf(server.database))
}

function accidentsOf(repertoire: Repertoire): Record<string, Accident> {
  if (repertoire > 8) return ninth
  if (repertoire > 6) return seventh
  if (repertoire > 5) return sixth
  return repertoire > 1 ? second : first
}

/** Lets something happen. Waits only for what nobody else can get in the way of. */
export function happen(scene: Scene, { repertoire, mixture }: Actors): Promise<void> | void {
  const accidents = accidentsOf(repertoire)
  const names = Object.keys(accidents).filter(name => mixture.happens(name))
  const words = accidents[scene.chaos.pick(names)]?.(scene)
  const tell = (line: string | null): void => void (line && scene.chaos.tell(line))
  return words instanceof Promise ? words.then(tell) : tell(words ?? null)
}

/** The app that a profile starts with; most are up to date. */
export function install(profile: SimProfile, chaos: Chaos): void {
  profile.app = chaos.chance(0.4) ? chaos.pick(apps) : current
  chaos.tell(`${profile.name} has ${profile.app.name}`)
}

/** Everything works for this person again. */
export function heal({ network, storage, name }: SimProfile): void {
  Object.assign(network, { faults: 0, isDown: false, cookie: name })
  Object.assign(storage, { faults: 0, spoiling: 0 })
}

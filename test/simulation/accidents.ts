/** What happens to people's devices, their network and the server; each accident lasts until another ends it. */
import { apps, current } from './apps.ts'
import type { Chaos } from './chaos.ts'
import type { Mixture } from './mixture.ts'
import type { SimProfile } from './profile.ts'
import { type Restoring, type SimServer, viewer } from './server.ts'
import type { Wanted } from './wanted.ts'

export interface Scene {
  chaos: Chaos
  server: SimServer
  profile: SimProfile
  wanted: Wanted
  /** Goes on by itself. */
  begun(promise: Promise<unknown>): void
}

const jumpMs = 20 * 365 * 24 * 3600 * 1000

type Accident = (scene: Scene) => string | null

const somebodyElse = 'zara'

const accidents: Record<string, Accident> = {
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
  serverIsRestored({ chaos, server, wanted, begun }) {
    if (!server.hasBackup || chaos.chance(0.5)) return null
    const how: Restoring = chaos.pick(['raw', 'in place', 'elsewhere'])
    wanted.restored(how === 'raw')
    begun(server.restore(how))
    return `server: restored from the backup, ${how}`
  },
  serverRestarts({ server, begun }) {
    begun(server.restart())
    return 'server: restarts'
  },
  deletionsAreForgotten({ server, begun }) {
    begun(server.forgetDeletions())
    return 'server: old deletions are forgotten'
  },
  allIsWell({ profile }) {
    heal(profile)
    return `${profile.name} is healthy`
  },
  storageIsEvicted({ chaos, profile, wanted }) {
    if (chaos.chance(0.5)) return null
    profile.evict()
    wanted.lost(profile.name)
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
  diskSpoils({ chaos, profile: { storage, name } }) {
    storage.spoiling = chaos.pick([0, 0, 0.05, 0.3])
    return `disk of ${name}: ${storage.spoiling * 100} % of what is written spoils`
  },
  wordIsBlocked({ chaos, server, wanted }) {
    const value = wanted.typed.at(-1 - chaos.below(3)) ?? null
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

/** Lets something happen. */
export function happen(scene: Scene, mixture: Mixture): void {
  const { chaos } = scene
  const words = accidents[chaos.pick(Object.keys(accidents).filter(name => mixture.happens(name)))]?.(scene)
  if (words) chaos.tell(words)
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

/** [PV2] What an older app sends: today's, with a delete by the version of what its person saw. */
import type { Mutation } from '../../shared/protocol.ts'
import type { Fields } from '../../shared/record.ts'

interface Sent {
  protocol: number
  mutations?: Mutation[]
}

/** The version of a record that holds these fields; 0 when no server has ever held it so. */
export type VersionOf = (uid: string, seen: Fields) => number

export class Protocol3 {
  /** Once it has left a device by version it stays so, to the byte, in later apps too. [OB5] */
  private readonly byVersion = new Map<string, object>()
  private readonly versionOf: VersionOf

  constructor(versionOf: VersionOf) {
    this.versionOf = versionOf
  }

  /** As an app of that protocol would have sent it. */
  translated(protocol: number, body: string): string {
    const { mutations, ...envelope } = JSON.parse(body) as Sent
    if (!mutations) return JSON.stringify({ ...envelope, protocol })
    const isOld = protocol === 3 || mutations.some(({ id }) => this.byVersion.has(id))
    const asSent = mutations.map(mutation => (isOld ? this.asThen(mutation) : mutation))
    return JSON.stringify({ ...envelope, mutations: asSent, protocol: isOld ? 3 : protocol })
  }

  /** Restored with no word of it, a server gives versions out anew, and such a delete may mean another record's. */
  namedVersion(id: string): boolean {
    return this.byVersion.has(id)
  }

  private asThen(mutation: Mutation): object {
    if (mutation.op !== 'delete') return mutation
    const { seen, ...rest } = mutation
    const then = this.byVersion.get(mutation.id) ?? { ...rest, version: this.versionOf(mutation.uid, seen) }
    this.byVersion.set(mutation.id, then)
    return then
  }
}

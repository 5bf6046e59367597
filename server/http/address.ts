/** The address a request comes from, for limits and the audit only. */
import { BlockList, isIP, SocketAddress } from 'node:net'

/** `name`: an address or a host's name, as it stands in a URL or without brackets. */
export const isLoopback = (name: string): boolean => /^(localhost|127\.[\d.]+|\[?::1\]?)$/.test(name)

/** What the Node server adds to a request. */
export interface Bindings {
  incoming?: { socket?: { remoteAddress?: string | undefined } }
}

/** [SV9] Addresses and networks (`10.0.0.0/8`); undefined when one of them is neither. */
export function proxiesIn(list: readonly string[]): BlockList | undefined {
  const proxies = new BlockList()
  for (const each of list) {
    const [address = '', bits, ...rest] = each.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    const isBits =
      bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 'ipv6' ? 128 : 32))
    if (isIP(address) === 0 || !isBits || rest.length > 0) return undefined
    if (bits === undefined) proxies.addAddress(address, family)
    else proxies.addSubnet(address, Number(bits), family)
  }
  return proxies
}

/**
 * [SV9] The socket's, because a header can say anything; but of what our own proxies say, the last address that is
 * none of theirs: what stands before it was said by somebody else.
 */
export function addressOf(
  request: Request,
  bindings: Bindings | undefined,
  proxies: BlockList | undefined,
): string {
  let address = plain(bindings?.incoming?.socket?.remoteAddress ?? '127.0.0.1')
  const isProxy = (): boolean => proxies?.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4') === true
  const said = request.headers.get('x-forwarded-for')?.split(',') ?? []
  for (let before = said.pop(); before !== undefined && isProxy(); before = said.pop()) {
    const next = plain(before.trim())
    if (isIP(next) === 0) break
    address = next
  }
  return address
}

/** In one spelling: an IPv4 address as such, also where the socket takes both kinds. */
function plain(address: string): string {
  if (isIP(address) !== 6) return address
  return new SocketAddress({ address, family: 'ipv6' }).address.replace(/^::ffff:(?=\d+\.)/, '')
}

/** [CE2] What ceilings count as one address: of IPv6 the first half, as one line has all that follow it. */
export function lineOf(address: string): string {
  const canonical = plain(address)
  if (isIP(canonical) !== 6) return canonical
  const [head = '', tail] = canonical.split('::')
  const groups = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? 0 : tail.split(':').length
  const left = tail === undefined ? 0 : 8 - groups.length - after
  const all = [...groups, ...Array<string>(left).fill('0'), ...(tail ?? '').split(':')]
  return `${all.slice(0, 4).join(':')}::/64`
}

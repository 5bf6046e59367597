/** Where webhooks may go: to public addresses, and to those that whoever runs the server has named. [WH5] */
import { type BlockList, isIP } from 'node:net'
import { AppError } from '../../shared/errors.ts'
import { isLoopback, proxiesIn } from '../http/address.ts'

function networks(...list: string[]): BlockList {
  const found = proxiesIn(list)
  if (!found) throw new Error('These are networks')
  return found
}

/** This machine, private networks, those of the link, of documentation, of tests, and of many at once. */
const notPublic = networks(
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15'],
  ...['198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
  // Within what is public of IPv6: addresses that lead on to others, and those of documentation.
  ...['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'],
)
const publicOf6 = networks('2000::/3')

/** `named`: what the server may reach besides. */
export function isAllowed(address: string, named: BlockList | undefined): boolean {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
  if (named?.check(address, family)) return true
  return !notPublic.check(address, family) && (family === 'ipv4' || publicOf6.check(address, family))
}

/** Throws `invalid_request`: https alone, but to this machine; a name is looked up when something is sent. */
export function urlIn(text: string, named: BlockList | undefined): URL {
  const url = URL.parse(text)
  const host = url?.hostname.replace(/^\[(.*)\]$/, '$1') ?? ''
  const isSecure = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(host))
  const addresses = host === 'localhost' ? ['127.0.0.1', '::1'] : isIP(host) ? [host] : []
  const isOut = addresses.length > 0 && !addresses.some(address => isAllowed(address, named))
  if (!url || !isSecure || isOut || url.username || url.password || url.hash)
    throw new AppError('invalid_request', { paths: ['url'] })
  return url
}

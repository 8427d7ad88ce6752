import { isIPv6 } from 'node:net'
import { networkInterfaces } from 'node:os'

const LOOPBACK = ['localhost', '127.0.0.1', '::1']
const ANY_IPV4 = '0.0.0.0'
const ANY = '::'
const HTTP_PORT = 80

/** Whether a host name, with IPv6 in brackets or not, leads nowhere but here. */
export function isLoopbackName(name: string): boolean {
  return LOOPBACK.includes(name.replace(/^\[|\]$/g, ''))
}

/** Origins under which a browser on this machine or beside it reaches what listens on `host`, the most local first. */
export function ownOrigins(host: string, port: number): string[] {
  return [...new Set(hostsOf(host).flatMap((each) => originOf(each, port)))]
}

/** The origin of `PUBLIC_URL`; where that leads nowhere but here, in the clear, its other loopback names stand for it, too. */
export function publicOrigins(publicUrl: string): string[] {
  const { origin, protocol, hostname, port } = new URL(publicUrl)
  if (protocol !== 'http:' || !isLoopbackName(hostname)) return [origin]
  return ownOrigins(hostname.replace(/^\[|\]$/g, ''), Number(port || HTTP_PORT))
}

function hostsOf(host: string): string[] {
  if (LOOPBACK.includes(host)) return [host, ...LOOPBACK]
  if (host !== ANY_IPV4 && host !== ANY) return [host]
  const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
  // Addresses of one link cannot stand in a page's address.
  const reachable = own.filter(({ address, family }) =>
    family === 'IPv6' ? host === ANY && !address.startsWith('fe80:') : true,
  )
  return [...LOOPBACK, ...reachable.map(({ address }) => address)]
}

/** As browsers write it: lower case, IPv6 in brackets and short, no port that goes without saying. */
function originOf(given: string, port: number): string[] {
  const host = given.split('%', 1)[0] ?? given
  const address = `http://${isIPv6(host) ? `[${host}]` : host}:${port}`
  return URL.canParse(address) ? [new URL(address).origin] : []
}

import ipaddr from 'ipaddr.js'

/** Hops of `X-Forwarded-For` that are looked at, from the right; what stands further left is not believed. */
const FORWARDED_HOPS_MAX = 20

type Network = [ipaddr.IPv4 | ipaddr.IPv6, number]

/** Parses `TRUSTED_PROXIES` entries (`10.0.0.0/8`, `::1`); throws on anything else. */
function parseNetwork(text: string): Network {
  if (text.includes('/')) return ipaddr.parseCIDR(text)
  const address = ipaddr.process(text)
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}

/** Whether an address lies in one of the networks: IPv4 also when it comes inside IPv6, and IPv6. */
export function createNetworkCheck(list: readonly string[]): (address: string) => boolean {
  const networks = list.map(parseNetwork)
  return (text) => {
    if (!ipaddr.isValid(text)) return false
    const address = ipaddr.process(text)
    return networks.some(
      ([network, bits]) => network.kind() === address.kind() && address.match(network, bits),
    )
  }
}

export interface AddressReader {
  /** Caller's address: the connection's own, or the nearest one not trusted when trusted proxies forwarded it. */
  clientAddress(remoteAddress: string | undefined, forwardedFor: string | string[] | undefined): string
}

export function createAddressReader(trustedProxies: readonly string[]): AddressReader {
  const isTrusted = createNetworkCheck(trustedProxies)
  return {
    clientAddress(remoteAddress, forwardedFor) {
      let current = normalAddress(remoteAddress ?? '') ?? 'unknown'
      if (trustedProxies.length === 0 || forwardedFor === undefined || current === 'unknown') return current
      const hops = String(forwardedFor).split(',').slice(-FORWARDED_HOPS_MAX)
      for (const hop of hops.reverse()) {
        if (!isTrusted(current)) return current
        const next = normalAddress(hop.trim())
        if (next === null) return current
        current = next
      }
      return current
    },
  }
}

/** IPv4 inside IPv6 becomes IPv4, IPv6 its shortest form; null when it is no address. */
function normalAddress(text: string): string | null {
  return ipaddr.isValid(text) ? ipaddr.process(text).toString() : null
}

/** What a limit per address counts: the IPv4 address, or the /64 an IPv6 subscriber has for himself. */
export function addressKey(address: string): string {
  if (!address.includes(':') || !ipaddr.IPv6.isValid(address)) return address
  return ipaddr.IPv6.networkAddressFromCIDR(`${address.split('%', 1)[0]}/64`).toString()
}

import { networkInterfaces } from 'node:os'
import { expect, test } from 'vitest'
import { createOriginPolicy } from './http-guard.ts'
import { ownOrigins, publicOrigins } from './own-origins.ts'

const own = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .filter(({ address }) => !address.startsWith('fe80:'))

test('[K7] [O2] the loopback names stand for each other, any other host only for itself', () => {
  expect(ownOrigins('127.0.0.1', 3000)).toEqual([
    'http://127.0.0.1:3000',
    'http://localhost:3000',
    'http://[::1]:3000',
  ])
  expect(ownOrigins('::1', 3000)[0]).toBe('http://[::1]:3000')
  expect(ownOrigins('127.0.0.2', 3000)).toEqual(['http://127.0.0.2:3000'])
  expect(ownOrigins('Trade.Lan', 80)).toEqual(['http://trade.lan'])
  expect(ownOrigins('2001:DB8:0:0:0:0:0:7', 3000)).toEqual(['http://[2001:db8::7]:3000'])
  expect(ownOrigins('fe80::1%eth0', 3000)).toEqual(['http://[fe80::1]:3000'])
})

test('[K7] [O2] who listens everywhere is reached under every address of the machine, of IPv6 only when it listens there', () => {
  const everywhere = ownOrigins('::', 3000)
  const ipv4 = ownOrigins('0.0.0.0', 3000)
  expect([everywhere[0], ipv4[0]]).toEqual(['http://localhost:3000', 'http://localhost:3000'])
  for (const { address, family } of own) {
    const origin = new URL(`http://${family === 'IPv6' ? `[${address}]` : address}:3000`).origin
    expect(everywhere).toContain(origin)
    if (family === 'IPv4') expect(ipv4).toContain(origin)
  }
  expect(everywhere.join()).not.toContain('fe80')
  expect(ipv4.filter((origin) => origin.includes('['))).toEqual(['http://[::1]:3000'])
})

test('[K7] [O2] a loopback PUBLIC_URL stands for the other loopback names at its port; any other for itself alone', () => {
  const proxied = createOriginPolicy('http://127.0.0.1:3000', () => ({ host: '127.0.0.1', port: 3001 }))
  for (const origin of ['http://127.0.0.1:3000', 'http://localhost:3000', 'http://[::1]:3000']) {
    expect(proxied.isAllowed(origin), origin).toBe(true)
    expect(proxied.own(origin)).toBe(origin)
  }
  for (const origin of [
    'http://localhost:3001',
    'https://localhost:3000',
    'http://trade.example:3000',
    'null',
  ])
    expect(proxied.isAllowed(origin), origin).toBe(false)
  expect(proxied.own(undefined)).toBe('http://127.0.0.1:3000')
  expect(proxied.own('http://trade.example:3000')).toBe('http://127.0.0.1:3000')
  expect(publicOrigins('http://[::1]')).toEqual(['http://[::1]', 'http://localhost', 'http://127.0.0.1'])
  for (const only of ['https://localhost', 'https://trade.example', 'http://192.0.2.7:3000'])
    expect(publicOrigins(only)).toEqual([only])
})

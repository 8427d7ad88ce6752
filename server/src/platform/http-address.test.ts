import { describe, expect, test } from 'vitest'
import { addressKey, createAddressReader } from './http-address.ts'

describe('[K7] whose forwarded address counts', () => {
  test('nobody’s, unless a proxy is trusted', () => {
    const reader = createAddressReader([])
    expect(reader.clientAddress('203.0.113.9', '1.2.3.4')).toBe('203.0.113.9')
  })

  test('a trusted proxy’s: the nearest address that is not trusted itself', () => {
    const reader = createAddressReader(['10.0.0.0/8', '::1'])
    expect(reader.clientAddress('10.1.1.1', '6.6.6.6, 198.51.100.7, 10.2.2.2')).toBe('198.51.100.7')
    expect(reader.clientAddress('::1', '198.51.100.7')).toBe('198.51.100.7')
    expect(reader.clientAddress('203.0.113.9', '198.51.100.7')).toBe('203.0.113.9')
  })

  test('what is no address ends the chain', () => {
    const reader = createAddressReader(['10.0.0.0/8'])
    expect(reader.clientAddress('10.1.1.1', "1.2.3.4, '; drop table users")).toBe('10.1.1.1')
    expect(reader.clientAddress('10.1.1.1', '')).toBe('10.1.1.1')
    expect(reader.clientAddress(undefined, '1.2.3.4')).toBe('unknown')
  })

  test('IPv4 inside IPv6 is IPv4, in the list and in the call', () => {
    const reader = createAddressReader(['10.0.0.0/8'])
    expect(reader.clientAddress('::ffff:10.1.1.1', '::ffff:198.51.100.7')).toBe('198.51.100.7')
  })
})

test('[K7] IPv6 is counted by /64', () => {
  expect(addressKey('2001:db8:1:2:aaaa::1')).toBe(addressKey('2001:db8:1:2:bbbb::9'))
  expect(addressKey('2001:db8:1:2::1')).not.toBe(addressKey('2001:db8:1:3::1'))
  expect(addressKey('198.51.100.7')).toBe('198.51.100.7')
})

import fc from 'fast-check'
import { createSiweMessage, parseSiweMessage } from 'viem/siwe'
import { expect, test } from 'vitest'
import { buildSignInMessage, parseSignInMessage, type SignInMessage } from './sign-in-message.ts'

const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const message: SignInMessage = {
  domain: 'trade.example.com',
  chain: 'eth',
  address: ADDRESS,
  statement: 'Sign in. Nothing is sent.',
  uri: 'https://trade.example.com',
  nonce: 'abcDEF0123456789',
  issuedAtMs: Date.UTC(2026, 0, 5, 12, 0, 0, 7),
  expiresAtMs: Date.UTC(2026, 0, 5, 12, 5, 0, 7),
}
const text = buildSignInMessage(message)

const letters = (alphabet: string, minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...alphabet), minLength, maxLength })
const WORD = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
const times = fc.integer({ min: 0, max: 4_000_000_000_000 })
const randomMessages = fc.record({
  domain: fc.constantFrom('example.com', 'trade.example.com:8443', '127.0.0.1:3000', 'localhost'),
  chain: fc.constant('eth' as const),
  address: fc.constant(ADDRESS),
  statement: letters(`${WORD} .,:()'`, 1, 80).filter((line) => line.trim() !== ''),
  uri: fc.constantFrom('https://example.com', 'http://127.0.0.1:3000'),
  nonce: letters(WORD, 8, 40),
  issuedAtMs: times,
  expiresAtMs: times,
})

test('[A4] the text is the one EIP-4361 describes', () => {
  expect(text).toBe(
    `trade.example.com wants you to sign in with your Ethereum account:
${ADDRESS}

Sign in. Nothing is sent.

URI: https://trade.example.com
Version: 1
Chain ID: 1
Nonce: abcDEF0123456789
Issued At: 2026-01-05T12:00:00.007Z
Expiration Time: 2026-01-05T12:05:00.007Z`,
  )
})

test('[A4] viem builds the same text and reads the same fields', () => {
  fc.assert(
    fc.property(randomMessages, (one) => {
      const { domain, statement, uri, nonce } = one
      const fields = { domain, statement, uri, nonce, address: ADDRESS, chainId: 1, version: '1' } as const
      const dates = { issuedAt: new Date(one.issuedAtMs), expirationTime: new Date(one.expiresAtMs) }
      const own = buildSignInMessage(one)
      expect(own).toBe(createSiweMessage({ ...fields, ...dates }))
      expect(parseSiweMessage(own)).toEqual({ ...fields, ...dates })
    }),
  )
})

test('[A4] what was built is read again, on both chains', () => {
  fc.assert(
    fc.property(randomMessages, fc.constantFrom('eth' as const, 'tron' as const), (one, chain) => {
      expect(parseSignInMessage(buildSignInMessage({ ...one, chain }))).toEqual({
        ok: true,
        value: { ...one, chain },
      })
    }),
  )
})

test('[A4] nothing else is read: other lines, other order, other spelling', () => {
  const others = [
    '',
    `${text}\n`,
    ` ${text}`,
    `${text}\nNot Before: 2026-01-05T12:00:00.000Z`,
    `${text}\nResources:\n- https://evil.example`,
    text.replace('Version: 1', 'Version: 2'),
    text.replace('Chain ID: 1', 'Chain ID: 137'),
    text.replace('Ethereum', 'Solana'),
    text.replace('Ethereum', 'TRON'),
    text.replace('abcDEF0123456789', 'short'),
    text.replace('.007Z', 'Z'),
    text.replace('12:00:00.007Z', '12:00:00.007+00:00'),
    text.replace('2026-01-05T12:05', '2026-13-05T12:05'),
    text.replaceAll('\n', '\r\n'),
    text.replace('Sign in. Nothing is sent.', 'Sign in.\nNothing is sent.'),
    text.replace('Nothing', 'Nichts für'),
    text.replace('URI: https://trade.example.com\nVersion: 1', 'Version: 1\nURI: https://trade.example.com'),
    text.replace('trade.example.com wants', 'trade.example.com@evil.example wants'),
    text.replace('trade.example.com wants', 'https://trade.example.com wants'),
  ]
  for (const other of others)
    expect(parseSignInMessage(other), other).toEqual({ ok: false, code: 'MALFORMED' })
})

test('[A4] a changed sign is either refused or shows in what is read', () => {
  fc.assert(
    fc.property(fc.nat(text.length - 1), fc.constantFrom(...`${WORD} \n.:-`), (at, sign) => {
      const other = text.slice(0, at) + sign + text.slice(at + 1)
      const read = parseSignInMessage(other)
      expect(read.ok && JSON.stringify(read.value) === JSON.stringify(message)).toBe(other === text)
    }),
    { numRuns: 500 },
  )
})

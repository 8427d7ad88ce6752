import { secp256k1 } from '@noble/curves/secp256k1.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { TronWeb, utils } from 'tronweb'
import { getAddress, isAddress } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { expect, test } from 'vitest'
import { addressOfKey, parseWalletAddress } from './wallet-address.ts'

const keys = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .filter((bytes) => secp256k1.utils.isValidSecretKey(bytes))
const words = fc.uint8Array({ minLength: 20, maxLength: 20 }).map((bytes) => `0x${bytesToHex(bytes)}`)

test('[A4] the address of a key is the one viem and tronweb derive', () => {
  fc.assert(
    fc.property(keys, (key) => {
      const publicKey = secp256k1.getPublicKey(key, false)
      expect(addressOfKey('eth', publicKey)).toBe(privateKeyToAddress(`0x${bytesToHex(key)}`))
      expect(addressOfKey('tron', publicKey)).toBe(TronWeb.address.fromPrivateKey(bytesToHex(key)))
    }),
    { numRuns: 8 },
  )
})

test('[A4] EIP-55: the examples of its text', () => {
  const examples = [
    '0x52908400098527886E0F7030069857D2E4169EE7',
    '0xde709f2102306220921060314715629080e2fb77',
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
    '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
  ]
  for (const example of examples)
    expect(parseWalletAddress('eth', example)).toEqual({ ok: true, value: example })
})

test('[A4] EIP-55: small and capital letters alone are the same address, a wrong mixture is none', () => {
  fc.assert(
    fc.property(words, fc.nat(39), (word, at) => {
      const address = getAddress(word)
      expect(parseWalletAddress('eth', word)).toEqual({ ok: true, value: address })
      expect(parseWalletAddress('eth', `0x${word.slice(2).toUpperCase()}`)).toEqual({
        ok: true,
        value: address,
      })
      const letter = address.charAt(at + 2)
      const other = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()
      const mistyped = address.slice(0, at + 2) + other + address.slice(at + 3)
      // viem knows no capitals alone; with a single letter they are one slip away.
      const isCapitals = mistyped.slice(2) === mistyped.slice(2).toUpperCase()
      expect(parseWalletAddress('eth', mistyped).ok).toBe(isCapitals || isAddress(mistyped))
    }),
  )
})

test('[A4] an address of TRON holds its checksum and its network; one wrong letter makes it none', () => {
  const address = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'
  expect(parseWalletAddress('tron', address)).toEqual({ ok: true, value: address })
  fc.assert(
    fc.property(
      fc.nat(33),
      fc.constantFrom(...'123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'),
      (at, letter) => {
        const other = address.slice(0, at) + letter + address.slice(at + 1)
        expect(parseWalletAddress('tron', other).ok).toBe(TronWeb.isAddress(other))
        expect(parseWalletAddress('tron', other).ok).toBe(other === address)
      },
    ),
    { numRuns: 300 },
  )
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 18, maxLength: 24 }), (bytes) => {
      const text = utils.crypto.getBase58CheckAddress([...bytes])
      const isTron = bytes.length === 21 && bytes[0] === 0x41
      expect(parseWalletAddress('tron', text).ok).toBe(isTron)
      expect(
        parseWalletAddress('tron', utils.crypto.getBase58CheckAddress([0x41, ...bytes.slice(0, 20)])).ok,
      ).toBe(bytes.length >= 20)
    }),
  )
})

test('[A4] what is no address is refused, whatever it is', () => {
  const address = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'
  const others = [
    '',
    '0x',
    ` ${address}`,
    `${address} `,
    '1'.repeat(34),
    'T'.repeat(500),
    '41'.repeat(21),
    '0'.repeat(34),
  ]
  for (const text of others) expect(parseWalletAddress('tron', text).ok, text).toBe(false)
  const eth = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
  for (const text of [
    '',
    eth.slice(2),
    `${eth}\n`,
    `${eth}0`,
    eth.slice(0, -1),
    eth.replace('0x', '0X'),
    address,
  ]) {
    expect(parseWalletAddress('eth', text).ok, text).toBe(false)
  }
  expect(parseWalletAddress('tron', eth).ok).toBe(false)
  fc.assert(
    fc.property(fc.string({ maxLength: 80 }), (text) => {
      expect(parseWalletAddress('eth', text).ok).toBe(false)
      expect(parseWalletAddress('tron', text).ok).toBe(false)
    }),
  )
})

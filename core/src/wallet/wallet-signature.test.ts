import { secp256k1 } from '@noble/curves/secp256k1.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { TronWeb, utils } from 'tronweb'
import { type Hex, hashMessage, recoverMessageAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { parseWalletAddress } from './wallet-address.ts'
import { signedMessageHash, verifyWalletSignature } from './wallet-signature.ts'

/** The key of EIP-155's example; everybody knows it. */
const KEY = '46'.repeat(32)
const ETH_ADDRESS = '0x9d8A62f656a8d1615C1294fd71e9CFb3E4855A4F'
const account = privateKeyToAccount(`0x${KEY}`)
const tronAddress = String(TronWeb.address.fromPrivateKey(KEY))
const MESSAGE = 'wants you to sign in: ✓ один два'

const keys = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .filter((bytes) => secp256k1.utils.isValidSecretKey(bytes))
  .map(bytesToHex)
const messages = fc.string({ unit: 'grapheme', maxLength: 120 })
const few = { numRuns: 8 }

/** Signature with some of its parts replaced. */
function changed(signature: string, parts: { s?: bigint; v?: number }): string {
  const [r, s, v] = [signature.slice(2, 66), signature.slice(66, 130), signature.slice(130)]
  const newS = parts.s === undefined ? s : parts.s.toString(16).padStart(64, '0')
  return `0x${r}${newS}${parts.v === undefined ? v : parts.v.toString(16).padStart(2, '0')}`
}

describe('signatures of independent wallets', () => {
  test('[A4] the hash of a message for Ethereum is viem’s, for TRON the one tronweb signs', async () => {
    await fc.assert(
      fc.asyncProperty(messages, async (message) => {
        expect(bytesToHex(signedMessageHash('eth', message))).toBe(hashMessage(message).slice(2))
        expect(`0x${bytesToHex(signedMessageHash('tron', message))}`).toBe(utils.message.hashMessage(message))
      }),
    )
  })

  test('[A4] what viem signs is verified for the address viem names, and for no other', async () => {
    await fc.assert(
      fc.asyncProperty(keys, messages, async (key, message) => {
        const signer = privateKeyToAccount(`0x${key}`)
        const signature = await signer.signMessage({ message })
        expect(verifyWalletSignature('eth', signer.address, message, signature)).toEqual({
          ok: true,
          value: null,
        })
        expect(await recoverMessageAddress({ message, signature })).toBe(signer.address)
        expect(verifyWalletSignature('eth', ETH_ADDRESS, message, signature)).toMatchObject({
          code: 'OTHER_ACCOUNT',
        })
        expect(verifyWalletSignature('eth', signer.address, `${message}.`, signature).ok).toBe(false)
      }),
      few,
    )
  })

  test('[A4] what tronweb signs is verified for the address tronweb names, and for no other', async () => {
    await fc.assert(
      fc.asyncProperty(keys, messages, async (key, message) => {
        const address = String(TronWeb.address.fromPrivateKey(key))
        const signature = utils.message.signMessage(message, key)
        expect(verifyWalletSignature('tron', address, message, signature)).toEqual({ ok: true, value: null })
        expect(verifyWalletSignature('tron', tronAddress, message, signature)).toMatchObject({
          code: 'OTHER_ACCOUNT',
        })
        // The same key and text on the other chain: another prefix, so another signature.
        const ethAddress = privateKeyToAccount(`0x${key}`).address
        expect(verifyWalletSignature('eth', ethAddress, message, signature)).toMatchObject({
          code: 'OTHER_ACCOUNT',
        })
      }),
      few,
    )
  })
})

describe('one spelling of a signature', () => {
  const N = secp256k1.Point.Fn.ORDER

  test('[A4] v is 0, 1, 27 or 28 and nothing else', async () => {
    const signature = await account.signMessage({ message: MESSAGE })
    const v = Number.parseInt(signature.slice(130), 16)
    const verdicts = Array.from({ length: 256 }, (_, other) =>
      verifyWalletSignature('eth', ETH_ADDRESS, MESSAGE, changed(signature, { v: other })),
    )
    const good = verdicts.flatMap((verdict, other) => (verdict.ok ? [other] : []))
    expect(good).toEqual([v - 27, v])
    const known = verdicts.flatMap((verdict, other) =>
      !verdict.ok && verdict.code === 'MALFORMED' ? [] : [other],
    )
    expect(known).toEqual([0, 1, 27, 28])
  })

  test('[A4] the copy with the upper s, which viem takes, is refused', async () => {
    const signature = await account.signMessage({ message: MESSAGE })
    const s = BigInt(`0x${signature.slice(66, 130)}`)
    const v = Number.parseInt(signature.slice(130), 16)
    const copy = changed(signature, { s: N - s, v: v === 27 ? 28 : 27 }) as Hex
    expect(await recoverMessageAddress({ message: MESSAGE, signature: copy })).toBe(ETH_ADDRESS)
    expect(verifyWalletSignature('eth', ETH_ADDRESS, MESSAGE, copy)).toEqual({ ok: false, code: 'MALFORMED' })
  })

  test('[A4] the digits may lack their 0x and be capital, not be anything else', async () => {
    const signature = await account.signMessage({ message: MESSAGE })
    const verdict = (text: string) => verifyWalletSignature('eth', ETH_ADDRESS, MESSAGE, text).ok
    expect(verdict(signature.slice(2))).toBe(true)
    expect(verdict(`0x${signature.slice(2).toUpperCase()}`)).toBe(true)
    for (const text of [
      ` ${signature}`,
      `${signature}\n`,
      `0X${signature.slice(2)}`,
      `${signature.slice(0, -1)}g`,
    ]) {
      expect(verdict(text), text).toBe(false)
    }
  })

  test('[A4] too short is malformed; empty or longer than a key’s is a contract’s', async () => {
    const signature = await account.signMessage({ message: MESSAGE })
    const code = (text: string) => {
      const verdict = verifyWalletSignature('eth', ETH_ADDRESS, MESSAGE, text)
      return verdict.ok ? 'OK' : verdict.code
    }
    expect([code('0x'), code(''), code(`${signature}00`), code(`0x${'64'.repeat(300)}`)]).toEqual(
      Array(4).fill('CONTRACT'),
    )
    // EIP-2098 packs a signature into 64 bytes: a second spelling.
    expect([code('0x12'), code(signature.slice(0, -2)), code('0x1')]).toEqual(Array(3).fill('MALFORMED'))
  })

  test('[A4] numbers out of range, or no point of the curve, are malformed', () => {
    const word = (value: bigint) => value.toString(16).padStart(64, '0')
    const signatures = [
      [0n, 1n],
      [1n, 0n],
      [N, 1n],
      [1n, N],
      [2n ** 256n - 1n, 2n ** 256n - 1n],
      // 5 is no x of a point.
      [5n, 1n],
    ]
    for (const [r = 0n, s = 0n] of signatures) {
      const verdict = verifyWalletSignature('eth', ETH_ADDRESS, MESSAGE, `0x${word(r)}${word(s)}1b`)
      expect(verdict, `${r} ${s}`).toEqual({ ok: false, code: 'MALFORMED' })
    }
  })

  test('[A4] no changed bit of a signature signs anyone in', async () => {
    const signature = hexToBytes((await account.signMessage({ message: MESSAGE })).slice(2))
    fc.assert(
      fc.property(fc.nat(64 * 8 - 1), (bit) => {
        const bytes = Uint8Array.from(signature)
        bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7))
        expect(verifyWalletSignature('eth', ETH_ADDRESS, MESSAGE, bytesToHex(bytes)).ok).toBe(false)
      }),
    )
  })
})

test('[A4] the addresses of a key are those of viem and tronweb', () => {
  expect(account.address).toBe(ETH_ADDRESS)
  expect(parseWalletAddress('eth', account.address.toLowerCase())).toEqual({ ok: true, value: ETH_ADDRESS })
  expect(parseWalletAddress('tron', tronAddress)).toEqual({ ok: true, value: tronAddress })
})

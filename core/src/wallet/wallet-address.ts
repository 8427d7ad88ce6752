import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { fail, ok, type Result } from '../result.ts'
import { decodeBase58Check, encodeBase58Check } from './base58-check.ts'

export type WalletChain = 'eth' | 'tron'

const ADDRESS_LENGTH = 20
/** First byte of an address on TRON's main network. */
const TRON_PREFIX = 0x41
const ETH_PATTERN = /^0x[0-9a-fA-F]{40}$/

/**
 * The one spelling of an address, by which two are the same: EIP-55 for Ethereum (small or capital letters alone carry
 * no checksum and are taken too), base58check for TRON.
 */
export function parseWalletAddress(chain: WalletChain, text: string): Result<string, 'MALFORMED'> {
  if (chain === 'tron') {
    const payload = decodeBase58Check(text)
    const isAddress =
      payload.ok && payload.value.length === ADDRESS_LENGTH + 1 && payload.value[0] === TRON_PREFIX
    return isAddress ? ok(text) : fail('MALFORMED')
  }
  if (!ETH_PATTERN.test(text)) return fail('MALFORMED')
  const digits = text.slice(2)
  const address = checksummed(digits.toLowerCase())
  const isUnchecked = digits === digits.toLowerCase() || digits === digits.toUpperCase()
  return isUnchecked || address === text ? ok(address) : fail('MALFORMED')
}

/** The address of a public key (65 bytes, uncompressed): the last 20 bytes of Keccak-256 over its two coordinates. */
export function addressOfKey(chain: WalletChain, publicKey: Uint8Array): string {
  const tail = keccak_256(publicKey.subarray(1)).slice(-ADDRESS_LENGTH)
  return chain === 'tron'
    ? encodeBase58Check(new Uint8Array([TRON_PREFIX, ...tail]))
    : checksummed(bytesToHex(tail))
}

/** EIP-55: a letter is capital where the digit of the hash at its place is 8 or more. */
function checksummed(digits: string): string {
  const hash = bytesToHex(keccak_256(utf8ToBytes(digits)))
  const letters = [...digits].map((digit, at) =>
    Number.parseInt(hash.charAt(at), 16) >= 8 ? digit.toUpperCase() : digit,
  )
  return `0x${letters.join('')}`
}

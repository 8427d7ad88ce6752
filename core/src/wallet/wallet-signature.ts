import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { fail, ok, type Result } from '../result.ts'
import { addressOfKey, type WalletChain } from './wallet-address.ts'

/** Of a key: r, s (32 bytes each) and v. What a contract takes for a signature is of any other length. */
const SIGNATURE_LENGTH = 65
const HEX = /^(0x)?(?:[0-9a-fA-F]{2})*$/

/** What wallets put before a message, so that it can never be a transaction: EIP-191 (version 0x45), TIP-191 for TRON. */
const PREFIX = { eth: '\u0019Ethereum Signed Message:\n', tron: '\u0019TRON Signed Message:\n' } as const

export type WalletSignatureFault =
  /** Not 65 bytes in hexadecimal digits, v not one of 0, 1, 27, 28, s in the upper half, or no point of the curve. */
  | 'MALFORMED'
  /** Empty, or longer than a key's: from a contract (EIP-1271, EIP-6492), which only its chain could verify. */
  | 'CONTRACT'
  /** A good signature, by the key of another address. */
  | 'OTHER_ACCOUNT'

/** The hash a wallet signs: `personal_sign` of Ethereum, `signMessageV2` of TRON. */
export function signedMessageHash(chain: WalletChain, message: string): Uint8Array {
  const text = utf8ToBytes(message)
  return keccak_256(new Uint8Array([...utf8ToBytes(`${PREFIX[chain]}${text.length}`), ...text]))
}

/** Says whether `address` (in the spelling of `parseWalletAddress`) has signed the message. */
export function verifyWalletSignature(
  chain: WalletChain,
  address: string,
  message: string,
  signature: string,
): Result<null, WalletSignatureFault> {
  if (!HEX.test(signature)) return fail('MALFORMED')
  const bytes = hexToBytes(signature.replace(/^0x/, ''))
  if (bytes.length === 0 || bytes.length > SIGNATURE_LENGTH) return fail('CONTRACT')
  const publicKey =
    bytes.length === SIGNATURE_LENGTH ? recoverKey(bytes, signedMessageHash(chain, message)) : null
  if (publicKey === null) return fail('MALFORMED')
  return addressOfKey(chain, publicKey) === address ? ok(null) : fail('OTHER_ACCOUNT')
}

function recoverKey(signature: Uint8Array, hash: Uint8Array): Uint8Array | null {
  const v = signature[SIGNATURE_LENGTH - 1] ?? 0
  const recovery = v >= 27 ? v - 27 : v
  if (recovery !== 0 && recovery !== 1) return null
  try {
    const compact = secp256k1.Signature.fromBytes(signature.subarray(0, SIGNATURE_LENGTH - 1), 'compact')
    // Both halves of s would verify: the upper one is a copy that anybody can make of the lower (EIP-2).
    if (compact.hasHighS()) return null
    return compact.addRecoveryBit(recovery).recoverPublicKey(hash).toBytes(false)
  } catch {
    return null
  }
}

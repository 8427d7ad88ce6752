import { ed25519 } from '@noble/curves/ed25519.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'

export const PUBLIC_KEY_BYTES = 32
export const SIGNATURE_BYTES = 64

// A page verifies a handful of signatures: a small table of multiples is made in less time than a large one saves.
ed25519.Point.BASE.precompute(4)

/** Signing is a port: core only verifies. */
export type Sign = (message: Uint8Array) => Uint8Array

/** Whether an Ed25519 signature is good. Never throws for 64 and 32 bytes. */
export type VerifySignature = (signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array) => boolean

/** RFC 8032 without the tolerance of ZIP 215: encodings that node:crypto and OpenSSL refuse are refused here. */
export const verifyEd25519: VerifySignature = (signature, message, publicKey) =>
  ed25519.verify(signature, message, publicKey, { zip215: false })

/** ASCII purpose ‖ 0x00 ‖ content: a signature for one purpose is worth nothing for another. */
export function signedMessage(purpose: string, content: Uint8Array): Uint8Array {
  const name = utf8ToBytes(`${purpose}\0`)
  const message = new Uint8Array(name.length + content.length)
  message.set(name)
  message.set(content, name.length)
  return message
}

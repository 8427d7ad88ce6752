// Instead of the hash library, in a server that proves nothing.

export function sha256(_bytes: Uint8Array): Uint8Array {
  return new Uint8Array(32)
}

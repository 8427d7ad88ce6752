/** Base64url of a hash: what core's `encodeBase64url` gives, in a fraction of its time. */
export function hashText(hash: Uint8Array): string {
  return Buffer.from(hash.buffer, hash.byteOffset, hash.byteLength).toString('base64url')
}

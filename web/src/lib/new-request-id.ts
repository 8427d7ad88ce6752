/** 32 hex digits from 128 random bits: browsers make a UUID only with TLS or on the machine itself. */
export function newRequestId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

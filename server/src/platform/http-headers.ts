const HSTS_SECONDS = 31_536_000

/** What every answer carries. The pages are built without inline script, inline style and data addresses. */
export function securityHeaders(publicUrl: string | null): Record<string, string> {
  const url = publicUrl === null ? null : new URL(publicUrl)
  const isTls = url?.protocol === 'https:'
  return {
    'content-security-policy': contentPolicy(url, "'none'"),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
    ...(isTls ? { 'strict-transport-security': `max-age=${HSTS_SECONDS}; includeSubDomains` } : {}),
  }
}

/** Framed pages of the back office: only the back office itself may frame them. */
export function framedPageHeaders(publicUrl: string | null): Record<string, string> {
  return {
    'content-security-policy': contentPolicy(publicUrl === null ? null : new URL(publicUrl), "'self'"),
  }
}

function contentPolicy(url: URL | null, ancestors: string): string {
  // Safari before 15.4 does not count sockets as 'self'.
  const socket = url === null ? '' : ` ${url.protocol === 'https:' ? 'wss' : 'ws'}://${url.host}`
  return [
    "default-src 'self'",
    `connect-src 'self'${socket}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${ancestors}`,
  ].join('; ')
}

/** Pages nobody is led back to. */
const NEVER = /^\/(login|admin)(\/|\?|#|$)/

/**
 * The page to go to after signing in, from `?next=`: an own relative path, or null.
 * Anything another site could have slipped in (`//evil`, `/\evil`, `https:…`, control characters) is refused.
 */
export function wantedPage(next: string | null, origin: string): string | null {
  if (next === null || !next.startsWith('/') || next.length > 500) return null
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop them from addresses, so they could hide a host.
  if (/[\u0000-\u001f\\]/.test(next) || next.startsWith('//')) return null
  try {
    const url = new URL(next, origin)
    if (url.origin !== origin) return null
    const path = url.pathname + url.search + url.hash
    return path.startsWith('//') || NEVER.test(path) ? null : path
  } catch {
    return null
  }
}

/** The address of the sign-in page that leads back to `path`. */
export function loginPathFor(path: string): string {
  return path === '/' || NEVER.test(path) ? '/login' : `/login?next=${encodeURIComponent(path)}`
}

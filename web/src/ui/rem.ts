/**
 * A length of `px` at the usual size of letters that grows with them: what holds text must not cut larger text. On the
 * narrowest screens it stops growing before it takes the room of what stands beside it.
 */
export function remOf(px: number): string {
  return `min(${px / 16}rem, max(${px}px, 18vw))`
}

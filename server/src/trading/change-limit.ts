import type { KeptLimit } from './own-limits.store.ts'

/** How long a user waits for a looser limit of his own, real time (requirements, T12). */
const LOOSENING_MS = 24 * 3_600_000

/**
 * The limit after its owner asked for another one (`asked` null: none). A tighter one counts at once, a looser one later;
 * asking for the present one takes back what was waiting, asking again for what waits does not begin the wait anew.
 */
export function changeLimit(
  kept: KeptLimit,
  asked: bigint | null,
  { nowMs, speed }: { nowMs: number; speed: number },
): KeptLimit {
  if (asked === kept.micros) return { micros: kept.micros, next: null }
  if (!isLooser(asked, kept.micros)) return { micros: asked, next: null }
  if (kept.next !== null && kept.next.micros === asked) return kept
  return { micros: kept.micros, next: { micros: asked, fromMs: nowMs + Math.floor(LOOSENING_MS * speed) } }
}

function isLooser(asked: bigint | null, than: bigint | null): boolean {
  return than !== null && (asked === null || asked > than)
}

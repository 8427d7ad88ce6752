import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { SiteKey } from '@truestrike/core/proof/site-keys.ts'
import { loadProofKit } from '../../lib/proof/proof-watch.ts'

/** A key of the site and what this browser makes of it. */
export interface KeyRow {
  readonly key: SiteKey
  /** Trusted since; null: not trusted. */
  readonly sinceMs: number | null
  /** The site still names it. */
  readonly isNamed: boolean
}

export interface KeyRows {
  readonly rows: readonly KeyRow[] | undefined
  /** The site could not be asked. */
  readonly failed: boolean
  readonly busy: boolean
  again(): void
  trust(key: SiteKey): Promise<void>
}

const QUERY = ['site-keys']

/** Keys the site names now and those this browser trusts, each once: the site's order, then what it no longer names. */
export function useKeyRows(): KeyRows {
  const queries = useQueryClient()
  const { data, isFetching, refetch } = useQuery({
    queryKey: QUERY,
    queryFn: async () => {
      const { ring } = await loadProofKit()
      const offered = await ring.offered().catch(() => null)
      const pinned = ring.pinned()
      const since = new Map(pinned.map(({ key, sinceMs }) => [key.id, sinceMs]))
      const named = offered ?? []
      const gone = pinned.map(({ key }) => key).filter(({ id }) => named.every((key) => key.id !== id))
      const rows = [...named, ...gone].map((key, at) => ({
        key,
        sinceMs: since.get(key.id) ?? null,
        isNamed: at < named.length || offered === null,
      }))
      return { rows, failed: offered === null }
    },
    staleTime: 0,
  })
  return {
    rows: data?.rows,
    failed: data?.failed === true,
    busy: isFetching,
    again: () => void refetch(),
    async trust(key) {
      const { ring } = await loadProofKit()
      ring.trust(key)
      await queries.invalidateQueries({ queryKey: QUERY })
    },
  }
}

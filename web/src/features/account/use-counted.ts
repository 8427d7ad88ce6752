import { useQuery } from '@tanstack/react-query'
import { getMyLiability, type LiabilityRoot } from '@truestrike/protocol/liability-endpoints.ts'
import type { Book } from '@truestrike/protocol/scalars.ts'
import { useRef } from 'react'
import { call } from '../../lib/api-client.ts'
import type { CountedCode } from '../../lib/proof/liability-check.ts'
import { loadProofKit } from '../../lib/proof/proof-watch.ts'

/** What the site says of a balance in its signed total, and what this browser found. */
export interface Counted {
  /** Null: no total has been signed yet. */
  readonly root: LiabilityRoot | null
  /** As it came; null where there was no balance to count. */
  readonly json: { readonly balance: string } | null
  readonly fault: CountedCode | null
  /** Another total that the site had signed for the same day. */
  readonly kept: unknown
}

export interface CountedView {
  readonly counted: Counted | undefined
  readonly failed: boolean
  readonly busy: boolean
  again(): void
}

/** The newest signed total of a book and one's own place in it, verified here. */
export function useCounted(book: Book, uid: string): CountedView {
  const asked = useRef(false)
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['counted', uid, book],
    queryFn: async ({ signal }): Promise<Counted> => {
      const [kit, { root, liability }] = await Promise.all([
        loadProofKit(),
        call(getMyLiability, { query: { book } }, { toast: false, signal }),
      ])
      if (liability === null) return { root, json: null, fault: null, kept: null }
      const { fault, kept } = await kit.checkLiability(liability, { uid, book }, asked.current)
      return { root: liability.root, json: liability, fault, kept }
    },
    structuralSharing: false,
  })
  return {
    counted: data,
    failed: isError && data === undefined,
    busy: isFetching,
    again() {
      asked.current = true
      void refetch()
    },
  }
}

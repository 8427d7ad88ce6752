import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getReceipt } from '@truestrike/protocol/proof-endpoints.ts'
import { type Contract, getContract } from '@truestrike/protocol/trade-endpoints.ts'
import { useRef } from 'react'
import { call } from '../../lib/api-client.ts'
import { applyContracts, isPending } from '../../lib/contracts-store.ts'
import { loadProofKit } from '../../lib/proof/proof-watch.ts'
import type { CheckedReceipt } from '../../lib/proof/receipt-check.ts'
import { serverClock } from '../../lib/server-clock.ts'

/** A receipt as it came, and what this browser found. */
export interface LoadedReceipt {
  readonly state: 'accepted' | 'sealing' | 'settled'
  readonly json: unknown
  readonly checked: CheckedReceipt
}

export interface ReceiptView {
  readonly loaded: LoadedReceipt | undefined
  readonly failed: boolean
  readonly busy: boolean
  again(): void
}

/** While the blocks around the end are being sealed. */
const SEALING_MS = 2_000
/** Once they should have been, ms of the service's time: asked for less often from here on, and said to be missing. */
const SEALING_LONG_MS = 120_000
const MISSING_MS = 10_000

/** The contract ended so long ago that its blocks should have been sealed. */
export function isSealingLong({ settledAtMs, expiresAtMs }: Contract): boolean {
  return serverClock.nowMs() - (settledAtMs ?? expiresAtMs) > SEALING_LONG_MS
}

/** The receipt of a contract, verified here; asked for again by itself until its blocks are sealed. */
export function useReceipt(contract: Contract | undefined): ReceiptView {
  const asked = useRef(false)
  const id = contract?.id ?? ''
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['receipt', id, contract === undefined || isPending(contract) ? 'pending' : contract.state],
    queryFn: async ({ signal }): Promise<LoadedReceipt> => {
      const [kit, answer] = await Promise.all([
        loadProofKit(),
        call(getReceipt, { params: { id } }, { toast: false, signal }),
      ])
      const checked = await kit.check(answer.receipt, asked.current)
      // Nothing but a settlement receipt says how a contract ended, whatever stands beside it.
      const isSettled = checked.receipt === null || checked.receipt.kind === 'settlement'
      const mustSettle = answer.state === 'settled' || (contract !== undefined && !isPending(contract))
      return {
        state: mustSettle && !isSettled ? 'sealing' : answer.state,
        json: answer.receipt,
        checked,
      }
    },
    refetchInterval: ({ state: { data: known } }) => {
      if (known?.state !== 'sealing' || contract === undefined) return false
      return isSealingLong(contract) ? MISSING_MS : SEALING_MS
    },
    enabled: contract !== undefined,
    staleTime: 0,
    structuralSharing: false,
  })
  return {
    loaded: data,
    failed: isError && data === undefined,
    busy: isFetching,
    again() {
      asked.current = true
      void refetch()
    },
  }
}

/** Tells a contract anew when its receipt says otherwise: a screen may be behind. True once it has been told. */
export function useFreshContract(id: string, wanted: boolean): boolean {
  const queries = useQueryClient()
  const { isFetched } = useQuery({
    queryKey: ['contracts', 'fresh', id],
    queryFn: async ({ signal }) => {
      const fresh = await call(getContract, { params: { id } }, { toast: false, signal })
      applyContracts([fresh.contract], false)
      queries.setQueryData(['contracts', 'one', id], fresh)
      return fresh
    },
    enabled: wanted,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return isFetched
}

import { useQuery } from '@tanstack/react-query'
import { getAnyReceipt } from '@truestrike/protocol/contract-list-endpoints.ts'
import type { Contract } from '@truestrike/protocol/trade-endpoints.ts'
import { loadProofKit } from '../../lib/proof/proof-watch.ts'
import { adminCall } from '../frame/admin-session.store.ts'

/** While the blocks around the end are being sealed. */
const SEALING_MS = 3_000

/** The receipt that the contract's user gets, verified in this browser by the code that verifies in his. */
export function useAdminReceipt({ id, state }: Contract) {
  return useQuery({
    queryKey: ['admin-receipt', id, state],
    queryFn: async () => {
      const [kit, { receipt, state: told }] = await Promise.all([
        loadProofKit(),
        adminCall(getAnyReceipt, { params: { id } }),
      ])
      return { state: told, json: receipt, checked: await kit.check(receipt, true) }
    },
    refetchInterval: ({ state: { data } }) => (data?.state === 'sealing' ? SEALING_MS : false),
    structuralSharing: false,
  })
}

import type { QueryFunctionContext } from '@tanstack/react-query'
import type { Book } from '@truestrike/protocol/scalars.ts'
import { listContracts } from '@truestrike/protocol/trade-endpoints.ts'
import { call } from '../../lib/api-client.ts'

export const RECENT = 20

/** The newest settled contracts of these funds, of all pairs: the table below the chart, and marks on the chart. */
export const recentContracts = (uid: string | undefined, book: Book) => ({
  queryKey: ['contracts', 'recent', uid, book],
  queryFn: ({ signal }: QueryFunctionContext) =>
    call(listContracts, { query: { book, state: 'settled', limit: RECENT } }, { toast: false, signal }),
})

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { openOrder } from './use-orders.ts'

const ID = /^[1-9][0-9]{0,18}$/

interface Listed<Row> {
  /** Of its queries: what is asked for by its id is asked anew with the list. */
  name: string
  rows: readonly Row[] | undefined
  isError: boolean
}

/** What an address names, and what became of asking for it. */
export interface MissingRow {
  id: string
  /** Whether it can be one at all. */
  isId: boolean
  error: Error | null
  isFetching: boolean
  refetch(): unknown
}

/**
 * What the address says lies open: a row of the list with the ways from it, or one the list does not show (a link led here,
 * it is further down, an act took it elsewhere), loaded by its id. Null: nothing does, or the list is still to come.
 */
export function useOpenRow<Row extends { id: string }>(
  { name, rows, isError }: Listed<Row>,
  address: Parameters<typeof openOrder<Row>>[1],
  load: (id: string) => Promise<Row>,
) {
  const queries = useQueryClient()
  const { openId, show } = address
  const listed = openOrder(rows ?? [], address)
  const row = listed?.order
  const isOther = openId !== null && row === undefined && (rows !== undefined || isError)
  const isId = openId !== null && ID.test(openId)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [name, 'one', openId],
    queryFn: () => load(openId ?? ''),
    enabled: isOther && isId,
    retry: false,
  })
  // What leaves the list by an act stays in sight meanwhile.
  useEffect(() => {
    if (row !== undefined) queries.setQueryData([name, 'one', row.id], row)
  }, [queries, name, row])
  if (listed !== null) return listed
  if (openId === null || !isOther) return null
  const steps = { onClose: () => show(null), onPrevious: undefined, onNext: undefined }
  if (data !== undefined) return { order: data, steps }
  const missing: MissingRow = { id: openId, isId, error, isFetching, refetch }
  return { order: undefined, steps, missing }
}

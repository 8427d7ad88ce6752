import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useRowSteps } from './use-row-steps.ts'

const ID = /^[1-9][0-9]{0,18}$/

interface Listed<Row> {
  /** Of its queries: what is asked for by its id is asked anew with the list. */
  name: string
  rows: readonly Row[] | undefined
  isError: boolean
  /** Whether the list is of what waits for a decision. */
  isQueue?: boolean
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
  { name, rows, isError, isQueue = false }: Listed<Row>,
  { openId, show }: { openId: string | null; show(id: string | null): void },
  load: (id: string) => Promise<Row>,
) {
  const queries = useQueryClient()
  const steps = useRowSteps(rows ?? [], { openId, show }, isQueue)
  const row = rows?.find(({ id }) => id === openId)
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
  if (row !== undefined) return { order: row, steps }
  if (openId === null || !isOther) return null
  if (data !== undefined) return { order: data, steps }
  const missing: MissingRow = { id: openId, isId, error, isFetching, refetch }
  return { order: undefined, steps, missing }
}

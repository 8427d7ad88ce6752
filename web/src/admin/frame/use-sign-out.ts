import { useQueryClient } from '@tanstack/react-query'
import { adminLogout } from '@truestrike/protocol/account-endpoints.ts'
import { useCallback } from 'react'
import { adminCall, useAdminSession } from './admin-session.store.ts'

/** Ends the session; `why` is told on the sign-in page. */
export function useSignOut(): (why?: 'idle') => void {
  const queries = useQueryClient()
  return useCallback(
    (why) => {
      // The server is told, but not waited for: nothing of the token stays here.
      adminCall(adminLogout).catch(() => undefined)
      useAdminSession.getState().signOut(why)
      queries.clear()
    },
    [queries],
  )
}

import { useState } from 'react'
import { newRequestId } from '../../lib/new-request-id.ts'

/**
 * What stands in a form that proposes: sent again it is proposed once; another content, and whatever comes after a proposal,
 * is another one. Once it is proposed the form is held until something else stands in it: a second press would propose it again.
 */
export function useProposal(content: object) {
  const key = JSON.stringify(content)
  const fresh = (isProposed: boolean) => ({ key, isProposed, requestId: newRequestId() })
  const [current, setCurrent] = useState(() => fresh(false))
  if (current.key !== key) setCurrent(fresh(false))
  const { requestId, isProposed } = current
  return {
    requestId,
    isProposed: isProposed && current.key === key,
    setProposed: () => setCurrent(fresh(true)),
  }
}

import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { useProposal } from './use-proposal.ts'

afterEach(cleanup)

test('[D17] what is sent again is one proposal; another content, or what follows a proposal, is another one', () => {
  const { result, rerender } = renderHook(useProposal, { initialProps: { reason: 'a' } })
  const ids = [result.current.requestId]
  const isAnother = (): void => {
    expect(ids).not.toContain(result.current.requestId)
    ids.push(result.current.requestId)
  }
  rerender({ reason: 'a' })
  expect(result.current).toMatchObject({ requestId: ids[0], isProposed: false })
  rerender({ reason: 'b' })
  isAnother()
  act(() => result.current.setProposed())
  expect(result.current.isProposed).toBe(true)
  isAnother()
  rerender({ reason: 'c' })
  expect(result.current.isProposed).toBe(false)
  isAnother()
})

import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { AxiosError, type AxiosResponse } from 'axios'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { apiClient } from '../../lib/api-client.ts'
import { startI18n } from '../../lib/i18n.ts'
import { endSecondStep, useSecondStep } from '../../lib/second-step.ts'
import { loadSecurityTexts } from '../../lib/security-texts.ts'
import { useSession } from '../../lib/session-store.ts'
import { readWalletSession } from '../../lib/wallet-session.ts'
import { SecondStep } from './SecondStep.tsx'

const wallet = { key: 'window.ethereum', chain: 'eth', address: `0x${'1'.repeat(40)}` } as const
/** What the next code is answered; null finds no server. */
let answer: object | null = null

beforeAll(async () => {
  localStorage.clear()
  apiClient.defaults.adapter = async (config) => {
    if (answer === null) throw new AxiosError('offline', AxiosError.ERR_NETWORK)
    const data = { success: true, data: answer }
    return { config, status: 200, statusText: '', headers: {}, data } as AxiosResponse
  }
  await startI18n()
  await loadSecurityTexts()
})
afterEach(() => {
  cleanup()
  endSecondStep()
  useSession.getState().signOut()
})

test('[A7] [A13] the wallet of the first step is remembered as soon as the session begins, and not before', async () => {
  useSecondStep.setState({ ticket: 'a-ticket', wallet })
  /** What was stored when the session began. */
  const stored: unknown[] = []
  const stop = useSession.subscribe(({ token }) => token !== null && stored.push(readWalletSession()))
  render(<SecondStep ticket="a-ticket" />)
  const enter = () => {
    fireEvent.change(screen.getByRole('textbox'), { target: { value: '123456' } })
    fireEvent.click(screen.getByRole('button', { name: 'Log in' }))
  }
  enter()
  await screen.findByText(/^Network error/)
  expect(readWalletSession()).toBeNull()
  answer = { token: 'a-token', user: { uid: '1000000001' } }
  enter()
  await waitFor(() => expect(stored).toEqual([wallet]))
  await waitFor(() => expect(useSecondStep.getState()).toEqual({ ticket: null, wallet: null, account: null }))
  stop()
})

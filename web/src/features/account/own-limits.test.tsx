import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { AxiosError, type AxiosResponse } from 'axios'
import { useState } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { apiClient, layoutClient } from '../../lib/api-client.ts'
import { startI18n } from '../../lib/i18n.ts'
import { type GateProps, ProofGate } from '../../lib/proof-gate.ts'
import { loadSecurityTexts } from '../../lib/security-texts.ts'
import { serverClock } from '../../lib/server-clock.ts'
import { useSession } from '../../lib/session-store.ts'
import { onToast } from '../../lib/toast-bus.ts'
import { OwnLimits } from './OwnLimits.tsx'

const NONE = { maxStake: null, nextMaxStake: null, dailyLoss: null, nextDailyLoss: null, lostToday: '0.00' }
const WAITING = { limit: '200.00', fromMs: 2_000_000_000_000 }
/** What the server keeps; each answer is what the tab that asked is told. */
let demo: object
let refusal: string | null = null
/** Answers to what is saved wait for it. */
let answerable: Promise<void> = Promise.resolve()
const sent: unknown[] = []
const said: string[] = []
onToast(({ text }) => said.push(text))

beforeAll(async () => {
  layoutClient.defaults.adapter = () => Promise.reject(new AxiosError('offline', AxiosError.ERR_NETWORK))
  apiClient.defaults.adapter = async (config) => {
    if (!config.url?.startsWith('/api/account/limits'))
      throw new AxiosError('offline', AxiosError.ERR_NETWORK)
    if (config.method === 'post') sent.push(JSON.parse(String(config.data)))
    await answerable
    if (refusal !== null) {
      const data = { success: false, code: refusal, message: refusal, requestId: '1' }
      const response = { config, status: 403, statusText: '', headers: {}, data } as AxiosResponse
      throw new AxiosError(refusal, 'ERR_BAD_REQUEST', config, {}, response)
    }
    const data = { demo, real: NONE, excludedUntilMs: null, dayEndsMs: 2_000_000_000_000 }
    return {
      ...{ config, status: 200, statusText: '', headers: {} },
      data: { success: true, data },
    } as AxiosResponse
  }
  await startI18n()
  await loadSecurityTexts()
})
beforeEach(() => {
  sent.length = 0
  said.length = 0
  refusal = null
  useSession.setState({ token: 'a-token', user: { uid: '1000000001' } as never })
})
afterEach(cleanup)

const WAIT = { timeout: 10_000 }

/** Whoever presses its button has shown whose the session is. */
function Proof({ children }: GateProps) {
  const [proved, setProved] = useState(false)
  return proved ? (
    children
  ) : (
    <button type="button" onClick={() => setProved(true)}>
      It is me
    </button>
  )
}

async function open(): Promise<void> {
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } },
  })
  client.setQueryData(['site-info'], { siteName: 'S', fundsMode: 'live' })
  render(
    <QueryClientProvider client={client}>
      <ProofGate value={Proof}>
        <OwnLimits />
      </ProofGate>
    </QueryClientProvider>,
  )
  await field('Largest stake')
}
const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label)
const type = async (label: string, value: string) =>
  fireEvent.change(await field(label), { target: { value } })
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save limits' }))
const answered = (count: number) => waitFor(() => expect(sent).toHaveLength(count))

test('[T12] only a limit that was changed is sent, and the others show what the answer says', async () => {
  demo = { ...NONE, maxStake: '20.00', dailyLoss: '100.00' }
  await open()
  await type('Largest stake', '20')
  await type('Loss in one day', '50')
  // Another tab tightened the stake meanwhile.
  demo = { ...NONE, maxStake: '5.00', dailyLoss: '50.00' }
  save()
  await answered(1)
  expect(sent).toEqual([{ book: 'demo', dailyLoss: '50.00' }])
  await waitFor(async () => expect((await field('Loss in one day')).value).toBe('50.00'))
  await type('Largest stake', '')
  save()
  await answered(2)
  expect(sent[1]).toEqual({ book: 'demo', maxStake: null })
})

test('[T12] [E6] what is typed while a limit is being saved stays, and can be saved', async () => {
  demo = { ...NONE, maxStake: '20.00' }
  await open()
  let answer = (): void => {}
  answerable = new Promise((resolve) => {
    answer = resolve
  })
  await type('Largest stake', '10')
  save()
  await answered(1)
  await type('Largest stake', '5')
  demo = { ...NONE, maxStake: '10.00' }
  answer()
  await waitFor(() => expect(said).toHaveLength(1))
  expect((await field('Largest stake')).value).toBe('5')
  demo = { ...NONE, maxStake: '5.00' }
  await waitFor(() => {
    save()
    expect(sent).toHaveLength(2)
  })
  expect(sent[1]).toEqual({ book: 'demo', maxStake: '5.00' })
})

test('[T12] a looser limit that waits stays when another one is saved, and is taken back by a button of its own', async () => {
  demo = { ...NONE, maxStake: '20.00', dailyLoss: '100.00', nextDailyLoss: WAITING }
  await open()
  await type('Largest stake', '10')
  demo = { ...demo, maxStake: '10.00' }
  save()
  await answered(1)
  expect(sent).toEqual([{ book: 'demo', maxStake: '10.00' }])
  fireEvent.click(await screen.findByRole('button', { name: /^Keep the present limit/ }))
  await answered(2)
  expect(sent[1]).toEqual({ book: 'demo', dailyLoss: '100.00' })
})

test('[T12] nothing is sent while nothing is changed; of a looser limit it is said when it will count', async () => {
  demo = { ...NONE, maxStake: '20.00', dailyLoss: '100.00' }
  await open()
  save()
  await type('Largest stake', '20')
  save()
  expect(screen.getByRole('button', { name: 'Save limits' }).getAttribute('aria-disabled')).toBe('true')
  await type('Loss in one day', '200')
  demo = { ...demo, nextDailyLoss: WAITING }
  save()
  await answered(1)
  expect(sent).toEqual([{ book: 'demo', dailyLoss: '200.00' }])
  await waitFor(() =>
    expect(said).toEqual([expect.stringMatching(/^Saved: the looser limit counts from .+/)]),
  )
  fireEvent.click(await screen.findByRole('button', { name: /^Keep the present limit/ }))
  demo = { ...demo, nextDailyLoss: null }
  await waitFor(() => expect(said[1]).toBe('Limits saved'))
})

test('[T12] [K2] a break of more than 30 days is begun only after a proof, and one that ran out is asked for anew', async () => {
  demo = NONE
  await open()
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
  const asked = async () =>
    within((await screen.findByText(/^Stop trading until/, {}, WAIT)).closest('[role]') as HTMLElement)
  const gone = () => waitFor(() => expect(screen.queryByText(/^Stop trading until/)).toBeNull(), WAIT)
  const agree = async (name: string) =>
    fireEvent.click(await (await asked()).findByRole('button', { name }, WAIT))
  press('Stop trading')
  await agree('Stop trading')
  await answered(1)
  await gone()

  fireEvent.change(screen.getByLabelText('For how long'), { target: { value: '1825' } })
  press('Stop trading')
  await agree('It is me')
  refusal = 'PROOF_REQUIRED'
  await agree('Stop trading')
  await agree('It is me')
  refusal = null
  await agree('Stop trading')
  await answered(3)
  expect(sent).toEqual([{ days: 1 }, { days: 1_825 }, { days: 1_825 }])
  await gone()
})

test('[T12] a break of real days is asked for by the end it will have on a clock that runs faster', async () => {
  demo = NONE
  serverClock.greet(Date.UTC(2021, 3, 10, 12), 60)
  await open()
  fireEvent.click(screen.getByRole('button', { name: 'Stop trading' }))
  // Sixty days of the service are the one that was chosen.
  await screen.findByText(/^Stop trading until .*Jun 0?9, 2021/, {}, WAIT)
  serverClock.greet(Date.now(), 1)
})

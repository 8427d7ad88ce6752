import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startI18n } from '../lib/i18n.ts'
import { followReleases, useLoadFailure } from '../lib/release-watch.ts'
import { lazyAgain, lazyLater } from '../ui/lazy-again.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'

beforeAll(() => startI18n())
// React tells of every error that a boundary catches.
beforeEach(() => void vi.spyOn(console, 'error').mockReturnValue())
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

/** A page whose code is to be had from a certain try on. */
function pageFrom(firstGood: number) {
  const tries = { count: 0 }
  const Page = lazyAgain<object>(async () => {
    tries.count += 1
    if (tries.count < firstGood) throw new TypeError('Failed to fetch dynamically imported module')
    return () => <h1>Here</h1>
  })
  const show = (resetKey: string) => (
    <ErrorBoundary resetKey={resetKey}>
      <Suspense>{resetKey === '/other' ? <h1>Other</h1> : <Page />}</Suspense>
    </ErrorBoundary>
  )
  return { tries, show }
}

const settled = (): Promise<void> => act(async () => undefined)
const heading = (): string | null => screen.queryByRole('heading')?.textContent ?? null

test('[E5] a page without its code asks for it again when the network returns, and when the user does', async () => {
  const { tries, show } = pageFrom(4)
  render(show('/page'))
  await settled()
  expect(screen.getByRole('alert')).toBeTruthy()
  expect(tries.count).toBe(1)
  act(() => void globalThis.dispatchEvent(new Event('online')))
  await settled()
  expect([heading(), tries.count]).toEqual([null, 2])
  fireEvent.click(screen.getByRole('button'))
  await settled()
  expect([heading(), tries.count]).toEqual([null, 3])
  act(() => void globalThis.dispatchEvent(new Event('online')))
  await settled()
  expect([heading(), tries.count]).toEqual(['Here', 4])
})

test('[E5] who goes away and comes back is given the page that can be had by then', async () => {
  const { tries, show } = pageFrom(2)
  const { rerender } = render(show('/page'))
  await settled()
  rerender(show('/other'))
  expect(heading()).toBe('Other')
  rerender(show('/page'))
  await settled()
  expect([heading(), tries.count]).toEqual(['Here', 2])
})

test('[E5] a page that breaks stays broken when the network returns, for its code is there', async () => {
  let shown = 0
  const Broken = () => {
    shown += 1
    throw new Error('broken page')
  }
  render(
    <ErrorBoundary>
      <Broken />
    </ErrorBoundary>,
  )
  const before = shown
  act(() => void globalThis.dispatchEvent(new Event('online')))
  expect(shown).toBe(before)
  expect(screen.getByRole('alert')).toBeTruthy()
})

test('[E5] a part that the page can stand without leaves it whole, and comes when it can be had', async () => {
  vi.useFakeTimers()
  const stop = followReleases(() => {})
  try {
    let tries = 0
    const Part = lazyLater<object>(async () => {
      tries += 1
      if (tries < 3) throw new TypeError('Failed to fetch dynamically imported module')
      return () => <h2>Part</h2>
    })
    render(
      <ErrorBoundary>
        <h1>Page</h1>
        <Suspense>
          <Part />
        </Suspense>
      </ErrorBoundary>,
    )
    const headings = (): (string | null)[] => screen.getAllByRole('heading').map((each) => each.textContent)
    await settled()
    useLoadFailure.setState({ failed: true })
    await act(() => vi.advanceTimersByTimeAsync(5_000))
    expect([headings(), tries, useLoadFailure.getState().failed]).toEqual([['Page'], 2, true])
    await act(() => vi.advanceTimersByTimeAsync(5_000))
    expect([headings(), tries, useLoadFailure.getState().failed]).toEqual([['Page', 'Part'], 3, false])
  } finally {
    stop()
    vi.useRealTimers()
  }
})

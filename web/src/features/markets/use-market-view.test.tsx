import { act, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { useMarketView } from './use-market-view.ts'

test('[M1] what is typed outlives an address that comes late; a link and the way back are followed', async () => {
  const shown: { view?: ReturnType<typeof useMarketView> } = {}
  const Probe = (): ReactNode => {
    shown.view = useMarketView()
    return null
  }
  const router = createMemoryRouter([{ path: '/stocks', element: <Probe /> }], {
    initialEntries: ['/stocks?q=e'],
  })
  render(<RouterProvider router={router} />)
  const search = (): string | undefined => shown.view?.[0].search
  expect(search()).toBe('e')

  await act(async () => shown.view?.[1]({ search: 'us' }))
  expect([search(), router.state.location.search]).toEqual(['us', '?q=us'])
  await act(() => router.navigate('/stocks?q=u', { replace: true }))
  expect(search()).toBe('us')
  await act(() => router.navigate('/stocks?q=eur&tab=forex'))
  expect(shown.view?.[0]).toMatchObject({ search: 'eur', category: 'forex' })
  await act(() => router.navigate(-1))
  expect(search()).toBe('u')
})

import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { type ComponentType, useLayoutEffect } from 'react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { startI18n } from '../../lib/i18n.ts'
import { useSettings } from '../../lib/settings-store.ts'
import { loadTradeKeys } from './TradeKeys.tsx'

let TradeKeys: ComponentType

beforeAll(async () => {
  await startI18n()
  TradeKeys = await loadTradeKeys()
})
afterEach(() => {
  cleanup()
  useSettings.getState().change({ shortcuts: true })
})

let taken: boolean | null = null

/** Somebody who presses `?` when the button has come into the page and has not been painted yet. */
function Hasty() {
  useLayoutEffect(() => {
    expect(document.querySelector('button.td-keys')).not.toBeNull()
    taken = !document.dispatchEvent(new KeyboardEvent('keydown', { key: '?', cancelable: true }))
  }, [])
  return <TradeKeys />
}

test('[T14] keys are heard as soon as the button of their list is there', async () => {
  render(<Hasty />)
  expect(taken).toBe(true)
  await waitFor(() => expect(screen.getAllByRole('dialog')).toHaveLength(1))
})

test('[T14] keys that are switched off are left to the browser, and heard at once when they are on again', () => {
  useSettings.getState().change({ shortcuts: false })
  render(<Hasty />)
  expect(taken).toBe(false)
  cleanup()
  useSettings.getState().change({ shortcuts: true })
  render(<Hasty />)
  expect(taken).toBe(true)
})

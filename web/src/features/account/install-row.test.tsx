import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { loadDeviceTexts } from '../../lib/device-texts.ts'
import { startI18n } from '../../lib/i18n.ts'
import { followInstallOffer, useInstallOffer } from '../../lib/install-offer.ts'
import { InstallRow } from './InstallRow.tsx'

beforeAll(async () => {
  await startI18n()
  await loadDeviceTexts()
  followInstallOffer()
})
afterEach(() => {
  cleanup()
  useInstallOffer.setState({ offer: null })
  Reflect.deleteProperty(navigator, 'standalone')
})

test('[X5] the app is installed from the settings where the browser offers it, once, and not where it does not', () => {
  render(<InstallRow />)
  expect(screen.queryByText('Install the app')).toBeNull()
  cleanup()
  const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt: vi.fn() })
  dispatchEvent(offer)
  expect(offer.defaultPrevented).toBe(true)
  render(<InstallRow />)
  fireEvent.click(screen.getByRole('button', { name: 'Install' }))
  expect(offer.prompt).toHaveBeenCalledOnce()
  expect(screen.queryByText('Install the app')).toBeNull()
})

test('[X5] Safari on a phone is told by its own menu, until the app is installed', () => {
  Object.assign(navigator, { standalone: false })
  render(<InstallRow />)
  expect(screen.getByText(/press Share/)).toBeDefined()
  expect(screen.queryByRole('button')).toBeNull()
  cleanup()
  Object.assign(navigator, { standalone: true })
  render(<InstallRow />)
  expect(screen.queryByText('Install the app')).toBeNull()
})

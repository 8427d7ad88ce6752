import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startI18n } from '../../lib/i18n.ts'
import { loadNoticeTexts } from '../../lib/notices/notice-words.ts'
import { AllowBrowser } from './AllowBrowser.tsx'

beforeAll(async () => {
  await startI18n()
  await loadNoticeTexts()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('[N5] the browser’s notices are offered only where a page can show them', () => {
  const Usable = Object.assign(function Usable() {}, { permission: 'default' })
  class OnAPhone {
    static permission = 'default'
    constructor() {
      throw new TypeError('Illegal constructor')
    }
  }
  vi.stubGlobal('Notification', Usable)
  const view = render(<AllowBrowser />)
  expect(screen.getAllByRole('button')).toHaveLength(1)
  view.unmount()
  vi.stubGlobal('Notification', OnAPhone)
  render(<AllowBrowser />)
  expect(screen.queryByRole('button')).toBeNull()
})

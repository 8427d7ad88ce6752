import { act, cleanup, render } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { startI18n } from '../lib/i18n.ts'
import { showToast, ToastHost } from './Toast.tsx'

beforeAll(() => startI18n())
afterEach(cleanup)

const shown = () => [...document.querySelectorAll('.toast p')].map(({ textContent }) => textContent)

test('[U-19] messages make no pile: of what was done the newest alone, of what failed each once', () => {
  render(<ToastHost />)
  const say = (...message: Parameters<typeof showToast>) => act(() => showToast(...message))
  say('Name saved')
  say('Wallet linked')
  expect(shown()).toEqual(['Wallet linked'])
  say('No connection', 'error')
  say('No connection', 'error')
  say('Too many requests', 'error')
  expect(shown().sort()).toEqual(['No connection', 'Too many requests', 'Wallet linked'])
})

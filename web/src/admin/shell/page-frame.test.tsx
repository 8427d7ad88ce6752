import { act, cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { followBack } from '../../lib/back-steps.ts'
import { startI18n } from '../../lib/i18n.ts'
import type { PageMessage } from '../frame/frame-messages.ts'
import { PageFrame } from './PageFrame.tsx'

beforeAll(() => {
  followBack()
  return startI18n()
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

test('[D4] [R12] while a page shows what nobody can show again, Back stays in the shell and asks the page', () => {
  vi.spyOn(history, 'go').mockReturnValue(undefined)
  render(
    <MemoryRouter initialEntries={['/admin/roles']}>
      <PageFrame path="roles" counted="" onDecided={() => undefined} onUnsaved={() => undefined} />
    </MemoryRouter>,
  )
  const source = { postMessage: vi.fn() }
  Object.defineProperty(screen.getByTitle(/./), 'contentWindow', { value: source })
  const say = (data: PageMessage): void => {
    const message = new MessageEvent('message', { origin: location.origin, data })
    Object.defineProperty(message, 'source', { value: source })
    act(() => void window.dispatchEvent(message))
  }
  const back = () => window.dispatchEvent(new PopStateEvent('popstate'))
  say({ kind: 'guards', isOn: true })
  back()
  expect(source.postMessage.mock.calls).toEqual([[{ kind: 'back' }, location.origin]])
  // The step that brings the shell's own address back.
  back()
  say({ kind: 'guards', isOn: false })
  back()
  expect(source.postMessage).toHaveBeenCalledOnce()
  expect(history.go).toHaveBeenCalledOnce()
})

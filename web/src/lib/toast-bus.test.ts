import { expect, test, vi } from 'vitest'
import type { ToastMessage } from './toast-bus.ts'

test('[E1] a message that nobody can draw yet is drawn once somebody can, and by nobody twice', async () => {
  // A bus of its own: a shell that another file has drawn may still listen to the one they share.
  vi.resetModules()
  const { onToast, showToast } = await import('./toast-bus.ts')
  const drawn: ToastMessage[] = []
  for (const text of ['1', '2', '3', '4']) showToast('error', text)
  const stop = onToast((message) => drawn.push(message))
  expect(drawn.map(({ text }) => text)).toEqual(['2', '3', '4'])
  showToast('info', '5')
  stop()
  const later: ToastMessage[] = []
  onToast((message) => later.push(message))()
  expect([drawn.at(-1)?.text, drawn.length, later]).toEqual(['5', 4, []])
})

import { expect, test } from 'vitest'
import { deviceClassOf, followDevice } from './device-class.ts'

test('[R9] mobile to 768, tablet to 1024, desktop above', () => {
  expect([320, 768, 769, 1_024, 1_025].map(deviceClassOf)).toEqual([
    'mobile',
    'mobile',
    'tablet',
    'tablet',
    'desktop',
  ])
})

test('[R9] the class on the page follows a resize', () => {
  const device = () => document.documentElement.dataset.device
  globalThis.innerWidth = 500
  const stop = followDevice()
  expect(device()).toBe('mobile')
  globalThis.innerWidth = 1_000
  globalThis.dispatchEvent(new Event('resize'))
  expect(device()).toBe('tablet')
  stop()
  globalThis.innerWidth = 1_400
  globalThis.dispatchEvent(new Event('resize'))
  expect(device()).toBe('tablet')
})

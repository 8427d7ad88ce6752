import { getBasicInfo } from '@truestrike/protocol/account-endpoints.ts'
import { afterEach, expect, test } from 'vitest'
import { ConfigError, readConfig } from '../src/config.ts'
import { createTestApp, type TestApp } from './test-app.ts'

let app: TestApp | null = null
afterEach(async () => {
  await app?.close()
  app = null
})

test('[L4] the rates the operator names are told to everybody, each with its day; without any there are none', async () => {
  app = await createTestApp({ env: { RATE_EUR: '0.9213@2026-11-20', RATE_INR: '84@2026-11-19' } })
  expect((await app.client().ok(getBasicInfo)).rates).toEqual([
    { currency: 'EUR', rate: '0.9213', day: '2026-11-20' },
    { currency: 'INR', rate: '84', day: '2026-11-19' },
  ])
  await app.close()
  app = await createTestApp()
  expect((await app.client().ok(getBasicInfo)).rates).toBeUndefined()
})

test('[L4] [O2] a rate that is none, or without a day there is, is named before anything starts', () => {
  for (const value of ['0.92', '0@2026-11-20', '-1@2026-11-20', '0,92@2026-11-20', '1.1234567@2026-11-20']) {
    expect(() => readConfig({ RATE_EUR: value })).toThrow(/RATE_EUR: expected a rate/)
  }
  for (const day of ['2026-02-30', '20.11.2026', '2026-13-01', 'today']) {
    expect(() => readConfig({ RATE_INR: `84@${day}` })).toThrow(ConfigError)
  }
})

import { expect, test } from 'vitest'
import { commitmentOf, type SimulatedDay, simulatedDayBytes } from './simulated-day.ts'
import { formatDay, parseDay } from './utc-day.ts'

const seed = new Uint8Array(32).fill(7)
const profile = {
  annualVolatilityBps: 5_000,
  dailyVolumeUsdt: 1_900_000_000,
  rhythm: Array(24).fill(256),
  volumeSpread: 18,
}
const day: SimulatedDay = {
  symbol: 'BTCUSDT',
  day: 20_777,
  precision: 2,
  start: { mantissa: 3_455_096_832, shift: 9, volatility: 4_096 },
  profile,
}
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

test('[P2] a commitment binds everything that the prices of a day follow from', () => {
  const { start } = day
  const others: SimulatedDay[] = [
    { ...day, symbol: 'ETHUSDT' },
    { ...day, day: day.day + 1 },
    { ...day, precision: 3 },
    { ...day, start: { ...start, mantissa: start.mantissa + 1 } },
    { ...day, start: { ...start, shift: 8 } },
    { ...day, start: { ...start, volatility: 4_097 } },
    { ...day, profile: { ...profile, annualVolatilityBps: 5_001 } },
    { ...day, profile: { ...profile, dailyVolumeUsdt: 1 } },
    ...profile.rhythm.map((_, hour) => ({
      ...day,
      profile: { ...profile, rhythm: profile.rhythm.map((at, index) => (index === hour ? at + 1 : at)) },
    })),
  ]
  const commitments = [
    commitmentOf(day, seed),
    commitmentOf(day, new Uint8Array(32).fill(8)),
    ...others.map((other) => commitmentOf(other, seed)),
  ].map(hex)
  expect(new Set(commitments).size).toBe(commitments.length)
  expect(hex(simulatedDayBytes(day))).not.toContain(hex(seed))
})

test('[P2] a day has one spelling', () => {
  expect(parseDay('2026-11-20')).toEqual({ ok: true, value: 20_777 })
  expect(formatDay(20_777)).toBe('2026-11-20')
  for (const text of [
    '',
    '2026-02-29',
    '2026-11-31',
    '2026-1-20',
    '20261120',
    '1969-12-31',
    '2026-11-20T00',
  ]) {
    expect(parseDay(text)).toEqual({ ok: false, code: 'MALFORMED' })
  }
})

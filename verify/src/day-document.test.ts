import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { encodeBase64url } from '@truestrike/core/base64url.ts'
import { commitmentOf, type SimulatedDay, simulatedDayBytes } from '@truestrike/core/simulated-day.ts'
import { startState } from '@truestrike/core/simulated-path.ts'
import { formatDay } from '@truestrike/core/utc-day.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { type DayTick, endOfDay, keystreamOf, regenerateDay } from './day-check.ts'

const document = readFileSync(new URL('../../docs/simulated-feed.md', import.meta.url), 'utf8')
const program = fileURLToPath(new URL('../python/truestrike_regenerate.py', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'truestrike-day-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const seed = new Uint8Array(32).fill(7)
const day: SimulatedDay = {
  ...{ symbol: 'BTCUSDT', day: 20_777, precision: 2, start: startState(6_748_236) },
  profile: {
    annualVolatilityBps: 5_000,
    dailyVolumeUsdt: 1_900_000_000,
    rhythm: [
      236, 240, 232, 220, 208, 204, 208, 220, 240, 252, 252, 252, 264, 296, 328, 332, 316, 292, 272, 260, 256,
      252, 248, 240,
    ],
  },
}
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
const line = ({ timeMs, price, volume }: DayTick): string => `${timeMs},${price},${volume}`

const lines: string[] = []
regenerateDay(day, seed, (tick) => lines.push(line(tick)))
const wholeText = `${['timeMs,price,volume', ...lines].join('\n')}\n`
const end = endOfDay(day, seed)

describe('[P2] the document of the simulated feed', () => {
  test('has the vectors that the program has', () => {
    const { mantissa, shift, volatility } = day.start
    const { annualVolatilityBps, dailyVolumeUsdt, rhythm } = day.profile
    const expected = [
      `start: ${mantissa}, ${shift}, ${volatility}`,
      `profile: ${annualVolatilityBps}, ${dailyVolumeUsdt}, ${rhythm.join(' ')}`,
      `day: ${hex(simulatedDayBytes(day))}`,
      `commitment: ${hex(commitmentOf(day, seed))}`,
      `bytes of slots 0 and 1: ${hex(keystreamOf(seed)(0).subarray(0, 16))}`,
      `bytes of slot 6000: ${hex(keystreamOf(seed)(1).subarray(0, 8))}`,
      ...lines.slice(0, 8),
      `prices: ${lines.length}, the last one ${lines.at(-1)}`,
      `SHA-256 of the line timeMs,price,volume and these, each with its newline: ${createHash('sha256').update(wholeText).digest('hex')}`,
      `start of the next day: ${end.mantissa}, ${end.shift}, ${end.volatility}`,
    ]
    const shown = /```text\n([^`]*)```/.exec(document)?.[1]?.trimEnd().split('\n')
    expect(shown).toEqual(expected)
  })

  const hasPython = spawnSync('python3', ['--version']).status === 0
  test.skipIf(!hasPython)('is enough for a program in another language', () => {
    const told = {
      ...{ day: formatDay(day.day), precision: day.precision, profile: day.profile, start: day.start },
      ...{ commitment: encodeBase64url(commitmentOf(day, seed)), seed: encodeBase64url(seed) },
    }
    const run = (days: object[]) => {
      const file = join(folder, 'day.json')
      writeFileSync(file, JSON.stringify({ success: true, data: { symbol: 'BTCUSDT', days } }))
      return spawnSync('python3', ['-B', program, file], { encoding: 'utf8', maxBuffer: 64 << 20 })
    }
    const made = run([told])
    expect([made.status, made.stderr]).toEqual([0, 'The commitment holds.\n'])
    expect(made.stdout === wholeText).toBe(true)
    expect(run([{ ...told, seed: null }]).status).toBe(3)
    expect(run([{ ...told, precision: 1 }]).status).toBe(1)
  })
})

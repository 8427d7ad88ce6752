import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { encodeBase64url } from '@truestrike/core/base64url.ts'
import { commitmentMessage } from '@truestrike/core/proof/day-commitment.ts'
import { testKey } from '@truestrike/core/proof/proof-fixture.ts'
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
    volumeSpread: 18,
  },
}
const told = {
  ...day,
  commitment: commitmentOf(day, seed),
  committedMs: 1_795_130_000_000,
  masterSeed: 'random',
} as const
const key = testKey(1)
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
const line = ({ timeMs, price, volume }: DayTick): string => `${timeMs},${price},${volume}`

function linesOf(of: SimulatedDay): { lines: string[]; text: string; sha256: string } {
  const lines: string[] = []
  regenerateDay(of, seed, (tick) => lines.push(line(tick)))
  const text = `${['timeMs,price,volume', ...lines].join('\n')}\n`
  return { lines, text, sha256: createHash('sha256').update(text).digest('hex') }
}
const { lines, text: wholeText, sha256 } = linesOf(day)
/** As days were before their volumes spread. */
const alike: SimulatedDay = { ...day, profile: { ...day.profile, volumeSpread: 0 } }
const end = endOfDay(day, seed)

describe('[P2] the document of the simulated feed', () => {
  test('has the vectors that the program has', () => {
    const { mantissa, shift, volatility } = day.start
    const { annualVolatilityBps, dailyVolumeUsdt, rhythm, volumeSpread } = day.profile
    const expected = [
      `start: ${mantissa}, ${shift}, ${volatility}`,
      `profile: ${annualVolatilityBps}, ${dailyVolumeUsdt}, ${rhythm.join(' ')}, ${volumeSpread}`,
      `day: ${hex(simulatedDayBytes(day))}`,
      `commitment: ${hex(commitmentOf(day, seed))}`,
      `signed of it, made at ${told.committedMs}, master seed random: ${hex(commitmentMessage(told))}`,
      `signature: ${hex(key.sign(commitmentMessage(told)))}`,
      `bytes of slots 0 and 1: ${hex(keystreamOf(seed)(0).subarray(0, 16))}`,
      `bytes of slot 6000: ${hex(keystreamOf(seed)(1).subarray(0, 8))}`,
      ...lines.slice(0, 8),
      `prices: ${lines.length}, the last one ${lines.at(-1)}`,
      `SHA-256 of the line timeMs,price,volume and these, each with its newline: ${sha256}`,
      `start of the next day: ${end.mantissa}, ${end.shift}, ${end.volatility}`,
      `without a spread, commitment: ${hex(commitmentOf(alike, seed))}`,
      `without a spread, SHA-256 of the lines: ${linesOf(alike).sha256}`,
    ]
    const shown = /```text\n([^`]*)```/.exec(document)?.[1]?.trimEnd().split('\n')
    expect(shown).toEqual(expected)
  })

  const hasPython = spawnSync('python3', ['--version']).status === 0
  test.skipIf(!hasPython)('is enough for a program in another language', () => {
    const { committedMs, masterSeed } = told
    const shown = {
      ...{ committedMs, masterSeed, keyId: key.siteKey.id },
      signature: encodeBase64url(key.sign(commitmentMessage(told))),
      ...{ day: formatDay(day.day), precision: day.precision, profile: day.profile, start: day.start },
      ...{ commitment: encodeBase64url(commitmentOf(day, seed)), seed: encodeBase64url(seed) },
    }
    const keysFile = join(folder, 'keys.json')
    writeFileSync(keysFile, JSON.stringify({ format: 'truestrike-keys/1', keys: [key.siteKey] }))
    const withoutSpread = {
      ...{ ...shown, profile: { ...day.profile, volumeSpread: undefined } },
      commitment: encodeBase64url(commitmentOf(alike, seed)),
    }
    const run = (days: object[], ...rest: string[]) => {
      const file = join(folder, 'day.json')
      writeFileSync(file, JSON.stringify({ success: true, data: { symbol: 'BTCUSDT', days } }))
      return spawnSync('python3', ['-B', program, file, ...rest], { encoding: 'utf8', maxBuffer: 64 << 20 })
    }
    const made = run([shown], '--keys', keysFile)
    expect([made.status, made.stderr]).toEqual([
      0,
      'The signature under the commitment holds.\nThe commitment holds.\n',
    ])
    expect(made.stdout === wholeText).toBe(true)
    const older = run([withoutSpread])
    expect([older.status, older.stdout === linesOf(alike).text]).toEqual([0, true])
    expect(run([{ ...shown, seed: null }]).status).toBe(3)
    expect(run([{ ...shown, precision: 1 }]).status).toBe(1)
    const statusOf = (changes: object) => run([{ ...shown, ...changes }], '--keys', keysFile).status
    expect(statusOf({ committedMs: committedMs + 1 })).toBe(1)
    expect(statusOf({ masterSeed: 'configured' })).toBe(1)
    expect(statusOf({ keyId: null, signature: null })).toBe(1)
    expect(statusOf({ keyId: testKey(2).siteKey.id })).toBe(2)
    expect(run([shown], '--keys', join(folder, 'none.json')).status).toBe(3)
  })
})

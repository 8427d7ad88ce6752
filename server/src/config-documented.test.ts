import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { type ConfigError, readConfig } from './config.ts'

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

/** Every name the configuration asks the environment for, on all its paths. */
function namesRead(): string[] {
  const names = new Set<string>()
  const paths: Record<string, string>[] = [
    {},
    { NODE_ENV: 'production', MARKET_FEED: 'replay', MARKET_DATA_DIR: tmpdir() },
    { FUNDS_MODE: 'live' },
  ]
  for (const values of paths) {
    const env = new Proxy<Record<string, string>>(values, {
      get: (target, name) => {
        names.add(String(name))
        return target[String(name)]
      },
    })
    try {
      readConfig(env)
    } catch (error) {
      expect((error as ConfigError).name).toBe('ConfigError')
    }
  }
  return [...names].sort()
}

test('[O2] docs/operations.md and .env.example name every variable, and no other', () => {
  const names = namesRead()
  const documented = [...read('docs/operations.md').matchAll(/^\| (`[^|]*`) \|[^|]*\|[^|]*\|$/gm)]
    .flatMap(([, cell = '']) => [...cell.matchAll(/`([A-Z][A-Z_]+)`/g)].map(([, name]) => name))
    .sort()
  const exampled = [...read('.env.example').matchAll(/^# ([A-Z_]+)=/gm)].map(([, name]) => name).sort()
  expect(names.length).toBeGreaterThan(25)
  expect(documented).toEqual(names)
  expect(exampled).toEqual(names)
})

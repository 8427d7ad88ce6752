import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { HELP, readFlags } from './start-flags.mjs'

test('[O1] flags set the names of the environment, folders relative to where the command was given', () => {
  const args = ['--feed', 'replay', '--data=../recorded', '--speed', '10', '--start', '2024-03-05T14:30:00Z']
  expect(readFlags(args, '/home/me/app')).toEqual({
    help: false,
    env: {
      MARKET_FEED: 'replay',
      MARKET_DATA_DIR: '/home/me/recorded',
      REPLAY_SPEED: '10',
      REPLAY_START: '2024-03-05T14:30:00Z',
    },
  })
  const seed = '0f3a9c71d2b84e56a7c0d91f3e5b2846'
  expect(readFlags(['--port', '0', '--host=::1', '--data-dir', 'd=1', '--seed', seed], '/x').env).toEqual({
    PORT: '0',
    HOST: '::1',
    DATA_DIR: '/x/d=1',
    FEED_SEED: seed,
  })
})

test('[O1] an unknown flag and a missing value are named', () => {
  expect(() => readFlags(['--prot', '1'], '/')).toThrow('unknown flag --prot')
  expect(() => readFlags(['--port'], '/')).toThrow('--port needs a value')
  expect(() => readFlags(['--port', '--host', 'x'], '/')).toThrow('--port needs a value')
})

test('[O1] --help lists every flag', () => {
  expect(readFlags(['--help'], '/').help).toBe(true)
  for (const flag of ['--feed', '--data', '--speed', '--start', '--port', '--host', '--data-dir', '--seed']) {
    expect(HELP).toContain(flag)
  }
})

test('[O1] [M5] the replay the README shows has a data folder of its own: it lives in another time than a plain start', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
  const shown = /^ +npm start -- (.*--feed replay.*?) +#/m.exec(readme)?.[1] ?? ''
  const { env } = readFlags(shown.split(' '), '/app')
  expect(env).toMatchObject({ MARKET_FEED: 'replay', DATA_DIR: '/app/data-replay' })
})

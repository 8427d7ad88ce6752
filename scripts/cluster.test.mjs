import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const run = (...args) =>
  spawnSync(process.execPath, [fileURLToPath(new URL('cluster.mjs', import.meta.url)), ...args], {
    encoding: 'utf8',
    timeout: 30_000,
  })

test('[O5] the cluster tells its help and names an unknown flag, and starts nothing', () => {
  const help = run('--help')
  expect([help.status, help.stderr]).toEqual([0, ''])
  expect(help.stdout).toContain('npm run cluster')
  for (const name of ['DATABASE_URL', 'NATS_URL', 'HOST', 'PORT', 'PUBLIC_URL', 'DATA_DIR'])
    expect(help.stdout).toContain(name)
  const unknown = run('--prot', '1')
  expect([unknown.status, unknown.stdout]).toEqual([2, ''])
  expect(unknown.stderr).toContain('unknown flag --prot')
})

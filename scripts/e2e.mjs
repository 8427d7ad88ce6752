// `npm run e2e`: builds the product, finds or installs Chromium, and runs the journeys of e2e/ against the built server.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { findChromium, WINDOWLESS } from './chromium.mjs'
import { ensureDependencies, root } from './setup.mjs'

const run = (command, args, env = {}) =>
  spawnSync(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } }).status ?? 1

await ensureDependencies()
const chromium = findChromium(WINDOWLESS)
const windowed = findChromium()
const { build } = await import('./build.mjs')
await build()
// Another configuration may be named; the later one of Playwright's would not replace the first.
const asked = process.argv.slice(2)
const config = asked.includes('--config') ? [] : ['-c', 'e2e']
const reporter = process.env.E2E_REPORT ? ['--reporter=list,json'] : ['--reporter=list']
process.exit(
  run(join(root, 'node_modules/.bin/playwright'), ['test', ...config, ...reporter, ...asked], {
    CHROMIUM_PATH: chromium,
    CHROMIUM_WINDOWED: windowed,
    ...(process.env.E2E_REPORT ? { PLAYWRIGHT_JSON_OUTPUT_NAME: process.env.E2E_REPORT } : {}),
  }),
)

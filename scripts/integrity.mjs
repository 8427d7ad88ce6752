// `npm run integrity`: attacks on prices, orders, engines and receipts; prints what each has brought, and fails when one
// has brought anything. What is run and how to read it: docs/integrity.md. `npm run integrity -- crash` runs a part.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { ensureDependencies, root } from './setup.mjs'

await ensureDependencies()
const args = ['run', '--config', 'vitest.integrity.config.ts', ...process.argv.slice(2)]
const { status } = spawnSync(join(root, 'node_modules/.bin/vitest'), args, {
  cwd: root,
  stdio: 'inherit',
  shell: process.platform === 'win32',
})
process.exit(status ?? 1)

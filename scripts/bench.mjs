// `npm run bench [-- section …]`: measures the product and prints a table per section; without a section, all of them.
// What each section measures, and what it is held to, stands in docs/performance.md.
import { spawnSync } from 'node:child_process'
import { findChromium } from './chromium.mjs'
import { ensureDependencies, root } from './setup.mjs'

const SECTIONS = [
  'orders',
  'settlement',
  'proofs',
  'receipts',
  'fan-out',
  'edges',
  'bus',
  'long-run',
  'invitations',
  'admin-lists',
  'bounds',
  'browser',
]

const asked = process.argv.slice(2)
const unknown = asked.filter((section) => !SECTIONS.includes(section))
if (unknown.length > 0) {
  console.error(`no section ${unknown.join(', ')}; there are ${SECTIONS.join(', ')}`)
  process.exit(2)
}
await ensureDependencies()
let failed = false
const sections = asked.length > 0 ? asked : SECTIONS
if (sections.includes('browser') || sections.includes('receipts')) process.env.CHROMIUM_PATH = findChromium()
if (sections.includes('browser') || sections.includes('bounds')) {
  const { build } = await import('./build.mjs')
  await build()
}
for (const section of sections) {
  const args = ['scripts/run-ts.mjs', `bench/${section}.ts`]
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' })
  if (status !== 0) failed = true
}
process.exit(failed ? 1 : 0)

// Measures what a browser has to load before a page works, gzipped, from Vite's manifest of a built web.
// `node scripts/check-bundle.mjs [dist]` prints a table and fails over the budget.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

const dist = process.argv[2] ?? join(dirname(fileURLToPath(import.meta.url)), '../web/dist')
const ENTRY = 'index.html'
const ENGLISH = 'src/locales/catalogue-en.ts'

/** kB (1000 bytes) of gzipped JavaScript. `beyond`: only what the page adds to the first one. */
const BUDGETS = [
  { page: '/stocks', files: [ENTRY, ENGLISH, 'src/features/markets/MarketsPage.tsx'], limitKb: 170 },
  {
    page: '/trade',
    files: [ENTRY, ENGLISH, 'src/features/trade/TradePage.tsx'],
    beyond: [ENTRY, ENGLISH, 'src/features/markets/MarketsPage.tsx'],
    limitKb: 75,
  },
]

const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'))

/** Every script a list of modules brings, static imports included. */
function scriptsOf(keys) {
  const seen = new Set()
  const visit = (key) => {
    const chunk = manifest[key]
    if (!chunk || seen.has(chunk.file)) return
    seen.add(chunk.file)
    for (const next of chunk.imports ?? []) visit(next)
  }
  for (const key of keys) visit(key)
  return seen
}

const gzipBytes = (file) => gzipSync(readFileSync(join(dist, file))).length

let failed = false
for (const { page, files, beyond = [], limitKb } of BUDGETS) {
  const missing = files.filter((file) => !manifest[file])
  if (missing.length > 0 || !existsSync(join(dist, manifest[ENTRY].file))) {
    console.error(`${page}: not built: ${missing.join(', ')}`)
    failed = true
    continue
  }
  const known = scriptsOf(beyond)
  const own = [...scriptsOf(files)].filter((file) => !known.has(file))
  const kb = own.reduce((sum, file) => sum + gzipBytes(file), 0) / 1000
  const verdict = kb <= limitKb ? 'ok' : 'OVER'
  console.log(
    `${page.padEnd(10)} ${kb.toFixed(1).padStart(7)} kB gzip in ${own.length} files, limit ${limitKb} kB: ${verdict}`,
  )
  if (kb > limitKb) failed = true
}
// A style sheet read before the one that orders the layers would let the reset win over every component.
const assets = join(dist, 'assets')
const unordered = readdirSync(assets).filter(
  (name) =>
    name.endsWith('.css') && !/^@layer [\w,]*base,components,/.test(readFileSync(join(assets, name), 'utf8')),
)
if (unordered.length > 0) {
  console.error(`style sheets that do not say the order of layers: ${unordered.join(', ')}`)
  failed = true
}
process.exit(failed ? 1 : 0)

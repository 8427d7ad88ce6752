// `node scripts/run-ts.mjs <file.ts> [arguments]`: bundles a TypeScript file and runs it in this process (tools, benches).
import { existsSync } from 'node:fs'
import { basename, join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { bundle, keptBundle } from './build-server.mjs'
import { ensureDependencies, root } from './setup.mjs'

const file = process.argv[2]
if (file === undefined) {
  console.error('usage: node scripts/run-ts.mjs <file.ts> [arguments]')
  process.exit(2)
}
await ensureDependencies()
// As `npm start` does: a tool must meet the same database as the server.
const envFile = join(root, '.env')
if (existsSync(envFile)) process.loadEnvFile(envFile)
const entry = relative(root, resolve(file))
const name = basename(entry, '.ts')
const outDir = await keptBundle(entry.replaceAll(/[^\w-]/g, '_'), (folder) =>
  bundle({ [name]: entry }, folder),
)
process.setSourceMapsEnabled(true)
process.argv.splice(1, 2, resolve(file))
await import(pathToFileURL(join(outDir, `${name}.mjs`)).href)

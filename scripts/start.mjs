// `npm start`: installs and builds what is missing or has changed, then runs the server in this process, so that
// signals reach it directly. Needs nothing but Node.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { build } from './build.mjs'
import { ensureDependencies, ensureNode, root } from './setup.mjs'
import { HELP, readFlags } from './start-flags.mjs'
import { stopWithParent } from './stop-with-parent.mjs'

ensureNode()
let flags
try {
  flags = readFlags(process.argv.slice(2), process.env.INIT_CWD ?? process.cwd())
} catch (error) {
  console.error(`${error.message}\n\n${HELP}`)
  process.exit(2)
}
if (flags.help) {
  console.log(HELP)
  process.exit(0)
}

await ensureDependencies()
await build()
Object.assign(process.env, flags.env)
const envFile = join(root, '.env')
if (existsSync(envFile)) process.loadEnvFile(envFile)
process.env.WEB_DIR ??= join(root, 'web/dist')
stopWithParent()
await import('../server/dist/main.mjs')

// `npm run dev`: pages from source on port 5173 (Vite), the server on port 3000, restarted when its sources change.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { watchServer } from './build-server.mjs'
import { ensureDependencies, root } from './setup.mjs'
import { readFlags } from './start-flags.mjs'

await ensureDependencies()
const { env } = readFlags(process.argv.slice(2), process.env.INIT_CWD ?? process.cwd())
const serverEnv = { ...process.env, PUBLIC_URL: 'http://localhost:5173', ...env }
const main = join(root, 'server/dist/main.mjs')
let server = null
let last = Promise.resolve()

async function endServer() {
  if (server === null || server.exitCode !== null || server.signalCode !== null) return
  server.kill('SIGTERM')
  await once(server, 'exit')
}

async function restartServer() {
  await endServer()
  server = spawn(process.execPath, ['--enable-source-maps', main], {
    cwd: root,
    stdio: 'inherit',
    env: serverEnv,
  })
}

const endWatch = await watchServer(() => {
  last = last.then(restartServer)
})
const pages = spawn(
  process.execPath,
  [join(root, 'node_modules/vite/bin/vite.js'), 'web', '-c', 'web/vite.config.ts'],
  {
    cwd: root,
    stdio: 'inherit',
  },
)
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, async () => {
    await endWatch()
    pages.kill('SIGTERM')
    await endServer()
    process.exit(0)
  })
}

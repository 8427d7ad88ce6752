// `npm run build`: builds server and web pages when their sources have changed.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildWhenChanged } from './build-stamp.mjs'
import { buildVerifier, VERIFIERS } from './build-verifier.mjs'
import { compressPages } from './compress-pages.mjs'
import { ensureDependencies, root } from './setup.mjs'

const SHARED = ['core/src', 'protocol/src']

export async function build() {
  await buildWhenChanged({
    name: 'server',
    sources: [
      ...SHARED,
      'server/src',
      'server/migrations',
      'server/package.json',
      'scripts/build-server.mjs',
      'scripts/empty-database.mjs',
      'scripts/kept-folder.mjs',
      'scripts/endpoint-words.mjs',
    ],
    output: 'server/dist/main.mjs',
    build: async () => (await import('./build-server.mjs')).buildServer(),
  })
  await buildVerifier()
  await buildWhenChanged({
    name: 'web pages',
    sources: [
      ...SHARED,
      'web',
      'verify/src',
      'verify/python',
      'scripts/build.mjs',
      'scripts/compress-pages.mjs',
    ],
    output: 'web/dist/index.html',
    build: buildWeb,
  })
}

function buildWeb() {
  for (const mode of ['production', 'admin']) buildPages(mode)
  serveVerifiers(join(root, 'web/dist/verifiers'))
  compressPages(join(root, 'web/dist'))
}

/** Copies of the stand-alone verifiers, with a list of their hashes for the page that offers them. */
function serveVerifiers(folder) {
  mkdirSync(folder, { recursive: true })
  const files = VERIFIERS.map((path) => {
    const name = basename(path)
    const bytes = readFileSync(join(root, path))
    writeFileSync(join(folder, name), bytes)
    return { name, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
  })
  writeFileSync(join(folder, 'verifiers.json'), `${JSON.stringify({ files })}\n`)
}

function buildPages(mode) {
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const { status } = spawnSync(
    process.execPath,
    [vite, 'build', 'web', '--mode', mode, '--logLevel', 'warn', '-c', 'web/vite.config.ts'],
    {
      cwd: root,
      stdio: 'inherit',
      // Pages are built alike whatever the server runs as.
      env: { ...process.env, NODE_ENV: 'production' },
    },
  )
  if (status !== 0) {
    console.error('The web pages could not be built.')
    process.exit(1)
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await ensureDependencies()
  await build()
}

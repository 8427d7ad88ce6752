// Bundles TypeScript for Node: the server into server/dist, and single tools for `run-ts.mjs`.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { emptyDatabase } from './empty-database.mjs'
import { endpointWords } from './endpoint-words.mjs'
import { keptFolder } from './kept-folder.mjs'
import { root } from './setup.mjs'

const WORKSPACES = ['core', 'protocol', 'server', 'bench', 'e2e']
/** What may be in a bundle, or decides how it is made. */
const BUNDLED = [
  ...WORKSPACES,
  ...['verify', 'web/src', 'scripts', 'package-lock.json', 'tsconfig.base.json'],
]
const SERVER_DIST = join(root, 'server/dist')
const WORKERS = {
  'file-worker-process': 'server/src/platform/file-worker-process.ts',
  'pglite-worker': 'server/src/platform/pglite-worker.ts',
  'engine-thread': 'server/src/engine-thread.ts',
  'export-thread': 'server/src/export-thread.ts',
  'frame-receiver-worker': 'server/src/market/exchange/frame-receiver-worker.ts',
  'second-source-worker': 'server/src/market/exchange/second-source-worker.ts',
}

/**
 * Packages that the server finds beside its bundle: they bring binaries or files of their own, or may be missing. A transport
 * of pino would have files of its own too; the server has none.
 */
const BESIDE_SERVER = [
  '@electric-sql/pglite',
  '@node-rs/argon2',
  'sharp',
  'pg-native',
  'bufferutil',
  'utf-8-validate',
]

/** Of a tool npm packages stay outside the bundle; our own workspaces go into it. */
function externalPackages() {
  const names = new Set()
  for (const workspace of WORKSPACES) {
    const manifest = JSON.parse(readFileSync(join(root, workspace, 'package.json'), 'utf8'))
    for (const name of Object.keys({ ...manifest.dependencies, ...manifest.devDependencies })) {
      if (!name.startsWith('@truestrike/')) names.add(name)
    }
  }
  return [...names, 'esbuild', 'vite']
}

/** A bundle that many processes run: `make` writes it into the folder it is given, once for each state of the sources. */
export const keptBundle = (name, make) => keptFolder(name, BUNDLED, make)

/**
 * Bundles `entries` (name → TypeScript file, relative to the root) into `outDir`, with what the server needs beside it:
 * the workers and the migrations. `plugins`: esbuild's, for a bench.
 */
export async function bundle(entries, outDir, plugins = []) {
  const { build } = await import('esbuild')
  prepare(outDir)
  await build({ ...buildOptions(entries, outDir), external: externalPackages(), plugins })
}

/** The server itself, with the packages it needs in its bundle: reading their many files would take a fifth of a start's computing. */
export async function bundleServer(outDir) {
  const { build } = await import('esbuild')
  prepare(outDir)
  await build(serverOptions(outDir))
}

function prepare(outDir) {
  rmSync(outDir, { recursive: true, force: true })
  mkdirSync(outDir, { recursive: true })
  cpSync(join(root, 'server/migrations'), join(outDir, 'migrations'), { recursive: true })
  writeFileSync(join(outDir, 'endpoint-words.json'), JSON.stringify(endpointWords()))
}

function buildOptions(entries, outDir) {
  return {
    entryPoints: { ...entries, ...WORKERS },
    absWorkingDir: root,
    outdir: outDir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    target: 'node20.19',
    format: 'esm',
    sourcemap: true,
    logLevel: 'warning',
  }
}

function serverOptions(outDir) {
  return {
    ...buildOptions({ main: 'server/src/main.ts' }, outDir),
    external: BESIDE_SERVER,
    // The server and its threads have most of their code in common.
    splitting: true,
    // Every thread of a start would read them. Stacks name the bundle's lines, whose files stand above them.
    sourcemap: false,
    // Older packages ask for what they need by name.
    banner: {
      js: "import { createRequire as createRequireOf } from 'node:module'; const require = createRequireOf(import.meta.url);",
    },
  }
}

export async function buildServer() {
  await bundleServer(SERVER_DIST)
  await layEmptyDatabase()
}

/** Beside the server, which begins with it where it finds no database: its first start saves half a minute of computing. */
async function layEmptyDatabase() {
  cpSync(await emptyDatabase(), join(SERVER_DIST, 'empty-database'), { recursive: true })
}

/** Builds the server again on every change, calling `onBuilt` after each success; returns how to end it. */
export async function watchServer(onBuilt) {
  const { context } = await import('esbuild')
  prepare(SERVER_DIST)
  await layEmptyDatabase()
  const report = {
    name: 'report',
    setup: (build) => build.onEnd(({ errors }) => (errors.length === 0 ? onBuilt() : undefined)),
  }
  const watching = await context({ ...serverOptions(SERVER_DIST), sourcemap: true, plugins: [report] })
  await watching.watch()
  return () => watching.dispose()
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await buildServer()

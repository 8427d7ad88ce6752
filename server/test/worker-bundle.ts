import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'

/** Bundles the worker of the embedded database as the build does, for tests that run it on disk. */
export async function bundleWorker(): Promise<{ workerFile: URL; remove(): Promise<void> }> {
  // Below the root, so that it finds the installed packages.
  const cache = fileURLToPath(new URL('../../.cache/', import.meta.url))
  await mkdir(cache, { recursive: true })
  const folder = await mkdtemp(`${cache}worker-`)
  const outfile = `${folder}/pglite-worker.mjs`
  await build({
    entryPoints: [fileURLToPath(new URL('../src/platform/pglite-worker.ts', import.meta.url))],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: ['@electric-sql/pglite'],
    logLevel: 'warning',
  })
  return { workerFile: pathToFileURL(outfile), remove: () => rm(folder, { recursive: true }) }
}

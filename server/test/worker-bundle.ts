import { rmSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { basename } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { createFileWorker, type FileWorker } from '../src/platform/file-worker.ts'

const EMBEDDED_DATABASE = 'server/src/platform/pglite-worker.ts'

/** Bundles a worker (path from the root) as the build does, for tests that run it; the embedded database's by default. */
export async function bundleWorker(
  source = EMBEDDED_DATABASE,
): Promise<{ workerFile: URL; remove(): Promise<void> }> {
  // Below the root, so that it finds the installed packages.
  const cache = fileURLToPath(new URL('../../.cache/', import.meta.url))
  await mkdir(cache, { recursive: true })
  const folder = await mkdtemp(`${cache}worker-`)
  const outfile = `${folder}/${basename(source, '.ts')}.mjs`
  await build({
    entryPoints: [fileURLToPath(new URL(`../../${source}`, import.meta.url))],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: ['@electric-sql/pglite', 'pg', 'sharp', 'ws'],
    logLevel: 'warning',
  })
  return { workerFile: pathToFileURL(outfile), remove: () => rm(folder, { recursive: true }) }
}

const bundles = new Map<string, Promise<URL>>()

/** The bundle of a worker (path from the root), made once for all test files of this process. */
function sharedBundle(source: string): Promise<URL> {
  const known = bundles.get(source)
  if (known !== undefined) return known
  const made = bundleWorker(source).then(({ workerFile }) => {
    process.once('exit', () => rmSync(new URL('.', workerFile), { recursive: true, force: true }))
    return workerFile
  })
  bundles.set(source, made)
  return made
}

/** The bundle of the process that looks at files. */
export const fileWorkerBundle = (): Promise<URL> => sharedBundle('server/src/platform/file-worker-process.ts')

/** The bundle of the thread that makes files of lists. */
export const exportThreadBundle = (): Promise<URL> => sharedBundle('server/src/export-thread.ts')

/** For all apps of a test process; its own process starts with the first upload, and ends with this one. */
export const testFileWorker: FileWorker = createFileWorker({ processFile: fileWorkerBundle })

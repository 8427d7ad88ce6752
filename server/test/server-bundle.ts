import { pathToFileURL } from 'node:url'
import { importScript } from './import-script.ts'

interface BuildServer {
  bundleServer(folder: string): Promise<void>
  keptBundle(name: string, make: (folder: string) => Promise<void>): Promise<string>
}

/** The folder of the server's bundle as `npm start` builds it, made once for each state of the sources. Nobody may change it. */
export async function serverBundle(): Promise<string> {
  const { bundleServer, keptBundle } = await importScript<BuildServer>('build-server')
  kept ??= keptBundle('server', bundleServer)
  return await kept
}
let kept: Promise<string> | undefined

/** A thread or a process of the server, for tests that run it alone. */
export async function bundledWorker(
  name: 'pglite-worker' | 'file-worker-process' | 'export-thread' | 'frame-receiver-worker',
): Promise<URL> {
  return pathToFileURL(`${await serverBundle()}/${name}.mjs`)
}

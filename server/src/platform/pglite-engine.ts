import { closeSync, fsyncSync, openSync } from 'node:fs'
import { type MemoryFS, PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { createStatements } from './pglite-statements.ts'
import { SHARED_RIGHTS } from './private-umask.ts'
import { OID, parseBytea, type WireValue } from './sql-values.ts'

export interface EngineOptions {
  /** Folder of the database, or null for one that lives in memory and syncs nothing. */
  dataDir: string | null
  sharedBuffersMb: number
  /** Tar archive of a database folder to start from; the folder must not exist then. */
  template?: Blob | undefined
  /** What one in memory finds there when it is opened. */
  memory?: MemoryFS | undefined
  /** The engine's own code, compiled: for a process that opens it many times. */
  wasmModule?: WebAssembly.Module | undefined
}

export interface PgliteEngine {
  query(text: string, params: readonly WireValue[]): Promise<object[]>
  /** Runs a script; returns the command tags in order. */
  exec(script: string): Promise<string[]>
  /** How many fsync calls reached the operating system. */
  syncCount(): number
  /** Uncompressed tar archive of the database folder. */
  dump(): Promise<Uint8Array>
  close(): Promise<void>
}

interface NodeStream {
  nfd?: number
  node: object
}

/** The parts of Emscripten's Node file system that PGlite's types leave out. */
interface NodeFsBackend {
  realPath(node: object): string
  stream_ops: Record<string, unknown>
  node_ops: { setattr(node: object, attributes: { mode?: number }): void }
}

/**
 * As shipped PGlite never syncs: its Node file system has no `fsync`. This one passes it on to the disk. It also keeps files for their
 * owner alone: PGlite makes every file of a new database open to all, whatever the process's umask says.
 */
class SafeNodeFs extends NodeFS {
  syncCount = 0

  override async init(pg: PGlite, opts: Parameters<NodeFS['init']>[1]): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pg, opts)
    const install = (mod: object): void => {
      const backend = (mod as { NODEFS: NodeFsBackend }).NODEFS
      backend.stream_ops.fsync = (stream: NodeStream): number => {
        this.sync(stream, backend)
        return 0
      }
      const { setattr } = backend.node_ops
      backend.node_ops.setattr = (node, { mode, ...others }) =>
        setattr(node, mode === undefined ? others : { ...others, mode: mode & ~SHARED_RIGHTS })
    }
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), install] } }
  }

  /** A directory has no open file number in Emscripten, yet its entries (new WAL segments) must be durable too. */
  private sync(stream: NodeStream, backend: NodeFsBackend): void {
    this.syncCount++
    if (stream.nfd !== undefined) {
      fsyncSync(stream.nfd)
      return
    }
    const fd = openSync(backend.realPath(stream.node), 'r')
    try {
      fsyncSync(fd)
    } finally {
      closeSync(fd)
    }
  }
}

function startParams(options: EngineOptions): string[] {
  const kept = PGlite.defaultStartParams.filter((param) => param !== '-F')
  const durable = options.dataDir !== null
  const settings = [
    `fsync=${durable ? 'on' : 'off'}`,
    'wal_sync_method=fsync',
    'synchronous_commit=on',
    `full_page_writes=${durable ? 'on' : 'off'}`,
    `shared_buffers=${options.sharedBuffersMb}MB`,
    // Kept for reuse after a checkpoint; more would only make the folder larger.
    'max_wal_size=64MB',
    'min_wal_size=32MB',
  ]
  return [...kept, ...settings.flatMap((setting) => ['-c', setting])]
}

/** Opens PGlite with every commit synced to disk. One engine may have a folder at a time: see `folder-lock.ts`. */
export async function openPgliteEngine(options: EngineOptions): Promise<PgliteEngine> {
  const fs = options.dataDir === null ? null : new SafeNodeFs(options.dataDir)
  const files = fs ?? options.memory
  const pg = new PGlite({
    ...(files === undefined ? { dataDir: 'memory://' } : { fs: files }),
    ...(options.template === undefined ? {} : { loadDataDir: options.template }),
    ...(options.wasmModule === undefined ? {} : { pgliteWasmModule: options.wasmModule }),
    startParams: startParams(options),
    parsers: { [OID.int8]: (text: string) => BigInt(text), [OID.bytea]: parseBytea },
  })
  await pg.waitReady
  const statements = createStatements(pg)
  return {
    query: statements.query,
    exec: statements.exec,
    syncCount: () => fs?.syncCount ?? 0,
    dump: async () => new Uint8Array(await (await pg.dumpDataDir('none')).arrayBuffer()),
    close: async () => {
      // What lives in memory ends here.
      if (fs !== null) await pg.exec('CHECKPOINT')
      await pg.close()
    },
  }
}

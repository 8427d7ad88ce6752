import { MemoryFS, PGlite } from '@electric-sql/pglite'

const BLOCK = 512
const TYPE_AT = 156
const FOLDER = '5'.charCodeAt(0)
const FILE_MODE = 0o100_600

/** A database folder as a tar archive holds it: paths begin with a slash and are relative to the folder. */
export interface FolderContent {
  folders: string[]
  files: { folder: string; name: string; content: Uint8Array }[]
}

/** The part of Emscripten's file system that PGlite's types leave out. */
interface MemoryNode {
  contents: unknown
  usedBytes: number
  node_ops: { mknod(parent: MemoryNode, name: string, mode: number, device: number): MemoryNode }
}
interface FileSystem {
  mkdirTree(path: string): void
  lookupPath(path: string): { node: MemoryNode }
}

/** Reads an uncompressed archive as PGlite dumps it (ustar, https://www.gnu.org/software/tar/manual/html_node/Standard.html). */
export function readFolder(archive: Uint8Array): FolderContent {
  const found: FolderContent = { folders: [], files: [] }
  const textAt = (at: number, length: number): string =>
    Buffer.from(archive.subarray(at, at + length))
      .toString('latin1')
      .replace(/\0.*$/s, '')
  for (let at = 0; at + BLOCK <= archive.length && archive[at] !== 0; ) {
    const path = textAt(at, 100).replace(/\/+$/, '')
    const size = Number.parseInt(textAt(at + 124, 12).trim() || '0', 8)
    const end = path.lastIndexOf('/')
    if (archive[at + TYPE_AT] === FOLDER) found.folders.push(path)
    else {
      const content = archive.subarray(at + BLOCK, at + BLOCK + size)
      found.files.push({ folder: path.slice(0, end), name: path.slice(end + 1), content })
    }
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK
  }
  return found
}

/**
 * The memory of a database that is there already. PGlite unpacks an archive itself, but looks every file's path up several
 * times: half of the time that opening takes.
 */
export class LaidMemory extends MemoryFS {
  readonly #laid: FolderContent

  constructor(laid: FolderContent) {
    super()
    this.#laid = laid
  }

  override async init(pg: PGlite, opts: Parameters<MemoryFS['init']>[1]): ReturnType<MemoryFS['init']> {
    const { emscriptenOpts } = await super.init(pg, opts)
    const lay = (mod: object): void => this.#lay((mod as { FS: FileSystem }).FS, PGlite.paths.PGDATA)
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), lay] } }
  }

  #lay(fs: FileSystem, root: string): void {
    for (const folder of ['', ...this.#laid.folders]) fs.mkdirTree(root + folder)
    const nodes = new Map<string, MemoryNode>()
    for (const { folder, name, content } of this.#laid.files) {
      let parent = nodes.get(folder)
      if (parent === undefined) {
        parent = fs.lookupPath(root + folder).node
        nodes.set(folder, parent)
      }
      const node = parent.node_ops.mknod(parent, name, FILE_MODE, 0)
      // A copy: what the engine writes goes into it in place.
      node.contents = new Uint8Array(content)
      node.usedBytes = content.length
    }
  }
}

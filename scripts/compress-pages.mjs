// Lays compressed copies beside the built pages, so that no visit has the server compress them again.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const TEXTS = new Set(['.js', '.mjs', '.css', '.html', '.svg', '.json', '.py', '.txt', '.webmanifest'])
/** Smaller files are not worth compressing. */
const BYTES_MIN = 1_024
/** Two levels below the best, which takes seconds more and saves a few bytes. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }

export function compressPages(folder) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !TEXTS.has(extname(entry.name))) continue
    const path = join(entry.parentPath, entry.name)
    const bytes = readFileSync(path)
    if (bytes.length < BYTES_MIN) continue
    writeFileSync(`${path}.br`, brotliCompressSync(bytes, BROTLI))
    writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
  }
}

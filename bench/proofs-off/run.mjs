// Runs the bench's server with what hashes, makes trees and writes receipts replaced by what does nothing, so that its cost can
// be measured. The product has no such switch: the replacing happens in this bundle only.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { bundle } from '../../scripts/build-server.mjs'
import { root } from '../../scripts/setup.mjs'

const replaced = [
  [/^@noble\/hashes\/sha2\.js$/, 'sha2.ts'],
  [/\/batch-proof\.ts$/, 'batch-proof.ts'],
  [/\/acceptance-receipt\.ts$/, 'acceptance-receipt.ts'],
]
const here = join(root, 'bench/proofs-off')
const withoutProofs = {
  name: 'without-proofs',
  setup(build) {
    for (const [filter, file] of replaced) {
      build.onResolve({ filter }, ({ importer }) =>
        importer.startsWith(here) ? undefined : { path: join(here, file) },
      )
    }
  },
}

const outDir = join(root, '.cache/run-ts/bench_without_proofs', String(process.pid))
await bundle({ 'bench-server': 'bench/bench-server.ts' }, outDir, [withoutProofs])
process.on('exit', () => rmSync(outDir, { recursive: true, force: true }))
await import(pathToFileURL(join(outDir, 'bench-server.mjs')).href)

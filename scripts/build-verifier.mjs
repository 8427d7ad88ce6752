// Bundles the command-line verifier into one file that needs Node and nothing else.
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { buildWhenChanged } from './build-stamp.mjs'
import { root } from './setup.mjs'

const OUTPUT = 'verify/dist/truestrike-verify.mjs'
/** What the site offers for download: each is one file that needs nothing but Node or Python. */
export const VERIFIERS = [OUTPUT, 'verify/python/truestrike_verify.py']
export const verifier = join(root, OUTPUT)

/** Into `outfile`. */
export async function bundleVerifier(outfile) {
  const { build } = await import('esbuild')
  await build({
    entryPoints: ['verify/src/main.ts'],
    absWorkingDir: root,
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20.19',
    format: 'esm',
    banner: { js: '#!/usr/bin/env node' },
    logLevel: 'warning',
  })
  chmodSync(outfile, 0o755)
}

export async function buildVerifier() {
  await buildWhenChanged({
    name: 'verifier',
    sources: ['core/src', 'verify/src', 'scripts/build-verifier.mjs'],
    output: OUTPUT,
    build: () => bundleVerifier(verifier),
  })
}

// `npm run verify -- receipt.json [--keys keys.json] [--json]`: the command-line verifier, built when its sources have changed.
import { pathToFileURL } from 'node:url'
import { ensureDependencies } from './setup.mjs'

// What set-up says is not part of the answer.
console.log = console.error
await ensureDependencies()
const { buildVerifier, verifier } = await import('./build-verifier.mjs')
await buildVerifier()
await import(pathToFileURL(verifier).href)

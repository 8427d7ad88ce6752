#!/usr/bin/env node
// `npx truestrike-verify receipt.json [--keys keys.json] [--json]`: the bundled verifier; in a clone, built when its sources have changed.
import { existsSync } from 'node:fs'

const inClone = new URL('../../scripts/verify.mjs', import.meta.url)
const bundled = new URL('../dist/truestrike-verify.mjs', import.meta.url)
await import(existsSync(inClone) ? inClone.href : bundled.href)

// What the calls are for, as the comments above them in protocol/ say: for the document at /api/docs.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './setup.mjs'

const FOLDER = join(root, 'protocol/src')
const CALL =
  /(\/\*\*(?:(?!\*\/)[\s\S])*\*\/\s*)?export const \w+ = endpoint\(\{\s*method: '(\w+)',\s*path: '([^']+)'/g

/** `METHOD /path` → the comment above the call, where there is one. */
export function endpointWords(sources = readSources()) {
  const words = {}
  for (const source of sources) {
    for (const [, comment, method, path] of source.matchAll(CALL)) {
      if (comment !== undefined) words[`${method} ${path}`] = textOf(comment)
    }
  }
  return words
}

const readSources = () =>
  readdirSync(FOLDER)
    .filter((name) => name.endsWith('-endpoints.ts'))
    .map((name) => readFileSync(join(FOLDER, name), 'utf8'))

function textOf(comment) {
  return comment
    .trim()
    .slice(3, -2)
    .split('\n')
    .map((line) => line.trim().replace(/^\* ?/, ''))
    .join(' ')
    .trim()
}

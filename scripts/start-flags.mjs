// Flags of `npm start`: each sets a name of the environment (docs/operations.md), so that both say the same.
import { resolve } from 'node:path'

const FLAGS = {
  '--port': ['PORT', 'port of the pages and the API (3000)'],
  '--host': ['HOST', 'address to listen on (127.0.0.1)'],
  '--data-dir': [
    'DATA_DIR',
    'folder of the database and the secrets (./data); a replay needs one of its own',
  ],
  '--feed': ['MARKET_FEED', 'simulated, replay or exchange'],
  '--data': ['MARKET_DATA_DIR', 'folder of recorded market data, for --feed replay'],
  '--start': ['REPLAY_START', 'UTC time at which the replay begins, such as 2024-03-05T14:30:00Z'],
  '--speed': ['REPLAY_SPEED', 'speed of the recording, 1 to 100'],
  '--seed': ['FEED_SEED', 'fixed seed of the prices, for tests and demos: openssl rand -hex 32'],
}
const FOLDERS = new Set(['DATA_DIR', 'MARKET_DATA_DIR'])

export const HELP = [
  'npm start -- [flags]',
  '',
  ...Object.entries(FLAGS).map(([flag, [name, what]]) => `  ${flag.padEnd(12)} ${what}  [${name}]`),
  `  ${'--help'.padEnd(12)} this text`,
  '',
  'Everything else is set by environment variables: see docs/operations.md.',
].join('\n')

/**
 * `--flag value` and `--flag=value` → names and values; folders are relative to where the command was given.
 * `{ help: true }` for --help; throws a text for anything unknown.
 */
export function readFlags(args, cwd) {
  const env = {}
  for (let i = 0; i < args.length; i++) {
    const [flag, inline] = splitOnce(args[i])
    if (flag === '--help' || flag === '-h') return { help: true, env }
    const name = FLAGS[flag]?.[0]
    if (name === undefined) throw new Error(`unknown flag ${flag}`)
    const value = inline ?? args[++i]
    if (value === undefined || (inline === null && value.startsWith('--')))
      throw new Error(`${flag} needs a value`)
    env[name] = FOLDERS.has(name) ? resolve(cwd, value) : value
  }
  return { help: false, env }
}

function splitOnce(text) {
  const at = text.indexOf('=')
  return at === -1 ? [text, null] : [text.slice(0, at), text.slice(at + 1)]
}

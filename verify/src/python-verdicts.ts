import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SiteKey } from '@truestrike/core/proof/site-keys.ts'
import { PYTHON_VALUES } from './python-values.ts'

const modules = fileURLToPath(new URL('../python', import.meta.url))

/** Reads receipts, prints a verdict a line. With good signatures it takes their word: the arithmetic is another test's. */
const LINES = `${PYTHON_VALUES}
import sys
sys.path.insert(0, sys.argv[1])
import truestrike_verify as t
if len(sys.argv) > 4:
    good = set(open(sys.argv[4]).read().splitlines())
    t.signature_is_good = lambda *parts: ' '.join(part.hex() for part in parts) in good
keys = t.read_keys(t.parse_json(open(sys.argv[3], 'rb').read()))
for line in open(sys.argv[2], 'rb'):
    verdict = t.verify(value_of(line), keys)
    print('good' if verdict['ok'] else verdict['check'] + ' ' + verdict['code'])
`

interface Question {
  /** Receipts, one a line. */
  readonly lines: readonly string[]
  readonly keys: readonly SiteKey[]
  /** An empty folder of the test. */
  readonly folder: string
  /** Signatures found good, as `signature message key` in hex; without them the program checks them itself. */
  readonly good?: ReadonlySet<string>
}

/** What the verifier in Python says of receipts: `good`, or check and code. */
export function pythonVerdicts({ lines, keys, folder, good }: Question): string[] {
  const path = (name: string, content: string) => {
    writeFileSync(join(folder, name), content)
    return join(folder, name)
  }
  const files = [
    path('lines', lines.join('\n')),
    path('keys.json', JSON.stringify({ format: 'truestrike-keys/1', keys })),
    ...(good === undefined ? [] : [path('good', [...good].join('\n'))]),
  ]
  const ran = spawnSync('python3', ['-B', '-c', LINES, modules, ...files], {
    encoding: 'utf8',
    maxBuffer: 256 << 20,
    cwd: folder,
  })
  if (ran.stderr !== '') throw new Error(ran.stderr)
  return ran.stdout.trimEnd().split('\n')
}

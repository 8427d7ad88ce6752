import { spawnSync } from 'node:child_process'
import { createReadStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { archiveLines, testDays } from '@truestrike/core/proof/archive-fixture.ts'
import { jsonMutations } from '@truestrike/core/proof/json-mutations.ts'
import { testKey } from '@truestrike/core/proof/proof-fixture.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { PYTHON_VALUES } from './python-values.ts'
import { namesArchives, runArchives } from './run-archives.ts'

const folder = mkdtempSync(join(tmpdir(), 'truestrike-archives-'))
afterAll(() => rmSync(folder, { recursive: true }))
const program = fileURLToPath(new URL('../python/truestrike_archive.py', import.meta.url))
const hasPython = spawnSync('python3', ['--version']).status === 0

const key = testKey(1)
const keysOf = (seed: number) =>
  JSON.stringify({ format: 'truestrike-keys/1', keys: [testKey(seed).siteKey] })
const textOf = (lines: readonly unknown[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join('')
const [first = [], second = []] = testDays(key, 2).map(archiveLines)
/** As a site writes it: one part after the other. */
const inParts = (lines: readonly unknown[]) => Buffer.concat(lines.map((line) => gzipSync(textOf([line]))))
const changed = textOf(first).replace('"price":"500.01"', '"price":"500.02"')

const files: Record<string, string | Uint8Array> = {
  'first.jsonl.gz': gzipSync(textOf(first)),
  'second.jsonl.gz': inParts(second),
  'changed.gz': gzipSync(changed),
  'hidden.gz': gzipSync(textOf([{ ...(first[0] as object), lastNumber: 2 }, ...first.slice(1, -1)])),
  'short.gz': gzipSync(textOf(first.slice(0, -1))),
  'open.gz': gzipSync(textOf(first).slice(0, -1)),
  'cut.gz': gzipSync(textOf(first)).subarray(0, -20),
  'words.gz': gzipSync('not json\n'),
  'broken.gz': gzipSync(`${textOf(first)}{\n`),
  'bytes.gz': gzipSync(Buffer.concat([Buffer.from(textOf(first)), Buffer.from([0xff, 0x0a])])),
  'plain.gz': textOf(first),
  'nothing.gz': gzipSync(''),
  'keys.json': keysOf(1),
  'strangers.json': keysOf(2),
}
for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)

async function run(line: string) {
  let [printed, complaint] = ['', '']
  const args = line.split(' ').filter((word) => word !== '')
  expect(namesArchives(args)).toBe(true)
  const code = await runArchives(args, {
    homeDir: 'nowhere',
    readFile: (path) => readFileSync(join(folder, path)),
    open: (path) => createReadStream(join(folder, path)),
    print: (text) => {
      printed += text
    },
    printError: (text) => {
      complaint += text
    },
  })
  return { code, printed, complaint }
}
const python = (line: string) =>
  spawnSync('python3', ['-B', program, ...line.split(' ')], { cwd: folder, encoding: 'utf8' })

const CASES: [line: string, code: number][] = [
  ['first.jsonl.gz --keys keys.json', 0],
  ['first.jsonl.gz second.jsonl.gz --keys keys.json', 0],
  ['second.jsonl.gz --keys keys.json', 0],
  ['second.jsonl.gz first.jsonl.gz --keys keys.json', 1],
  ['changed.gz --keys keys.json', 1],
  // A head is not signed: by itself a file cut at a block looks whole, with the next one it does not.
  ['hidden.gz --keys keys.json', 0],
  ['hidden.gz second.jsonl.gz --keys keys.json', 1],
  ['short.gz --keys keys.json', 1],
  ['words.gz --keys keys.json', 1],
  ['broken.gz --keys keys.json', 1],
  ['first.jsonl.gz --keys strangers.json', 2],
  ['open.gz --keys keys.json', 3],
  ['cut.gz --keys keys.json', 3],
  ['bytes.gz --keys keys.json', 3],
  ['plain.gz --keys keys.json', 3],
  ['nothing.gz --keys keys.json', 3],
  ['nowhere.gz --keys keys.json', 3],
  ['first.jsonl.gz', 3],
  ['first.jsonl.gz keys.json --keys keys.json', 3],
  ['first.jsonl.gz --keys changed.gz', 3],
]

describe('[P5] [P3] archives of the price log on the command line', () => {
  test.each(CASES)('%s ends with %i', async (line, code) => {
    const ran = await run(line)
    expect(ran).toMatchObject({ code, complaint: code === 3 ? expect.stringMatching(/./) : '' })
    const lines = (await run(`${line} --json`)).printed.trimEnd().split('\n')
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ ok: code === 0 })
  })

  test('says what was found, and where something does not hold', async () => {
    const { printed } = await run('first.jsonl.gz --keys keys.json')
    expect(printed).toContain('first.jsonl.gz: everything holds.')
    expect(printed).toContain('BTCUSDT, 2024-10-04: blocks 1 to 3, 9 entries, every signature.')
    expect((await run('changed.gz --keys keys.json')).printed).toBe(
      'Does not hold: An entry is not in the block it is said to be in.\n  changed.gz, line 3, looking at the entries in their blocks\n  inclusion, entry-not-in-block\n  number: 2\n  seq: 5\n',
    )
    const json = JSON.parse((await run('first.jsonl.gz --keys keys.json --json')).printed)
    expect(json).toMatchObject({ ok: true, kind: 'archive', symbol: 'BTCUSDT', blocks: 3, entries: 9 })
  })

  test.runIf(hasPython)('the verifier in Python ends alike', () => {
    for (const [line, code] of CASES) {
      const ran = python(line)
      expect({ line, status: ran.status }).toEqual({ line, status: code })
      expect(ran.stderr).not.toContain('Traceback')
      const json = python(`${line} --json`).stdout.trimEnd().split('\n').at(-1) ?? ''
      expect(JSON.parse(json)).toMatchObject({ ok: code === 0 })
    }
  })

  test.runIf(hasPython)('the two agree on every small change', async () => {
    const lines: string[] = []
    for (const { json } of jsonMutations(second as never))
      if (Array.isArray(json)) lines.push(JSON.stringify(json))
    const script = [
      PYTHON_VALUES,
      'import sys; sys.path.insert(0, sys.argv[1])',
      'import truestrike_archive as a, truestrike_verify as t',
      "keys = t.read_keys(t.parse_json(open('keys.json', 'rb').read()))",
      "for line in open('lines', 'rb'):",
      '    check = a.Archive(keys)',
      '    try:',
      '        values = value_of(line)',
      '        check.begin(values[0] if values else None)',
      '        for value in values[1:]: check.take(value)',
      '        check.finish()',
      "        print('good')",
      "    except t.Fault as fault: print(fault.check + ' ' + fault.code)",
    ].join('\n')
    const sample = lines.filter((_, index) => index % 5 === 0)
    writeFileSync(join(folder, 'lines'), sample.join('\n'))
    const ran = spawnSync('python3', ['-B', '-c', script, join(program, '..')], {
      cwd: folder,
      encoding: 'utf8',
    })
    expect(ran.stderr).toBe('')
    const theirs = ran.stdout.trimEnd().split('\n')
    const ours: string[] = []
    for (const [at, line] of sample.entries()) {
      writeFileSync(join(folder, `${at}.gz`), gzipSync(textOf(JSON.parse(line) as unknown[])))
      const { printed } = await run(`${at}.gz --keys keys.json --json`)
      const { ok, check, code } = JSON.parse(printed || '{"ok":false,"check":"format","code":"format"}')
      ours.push(ok ? 'good' : `${check} ${code}`)
    }
    expect(theirs).toEqual(ours)
    expect(ours).not.toContain('good')
  })
})

import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { catalogue, catalogueFaults, locales } from './catalogues.mjs'
import { layerFault } from './layers.mjs'
import {
  importsOf,
  isCode,
  isTest,
  lineCount,
  packageOf,
  projectFiles,
  read,
  root,
  stem,
} from './sources.mjs'

const files = projectFiles()
const code = files.filter(isCode)
const product = code.filter((path) => !isTest(path) && !path.startsWith('scripts/'))

describe('layers', () => {
  test('nobody imports against the layer table', () => {
    const faults = product.flatMap((path) =>
      importsOf(path)
        .filter(({ target }) => target !== null)
        .map(({ target }) => [path, target, layerFault(path, target)])
        .filter(([, , fault]) => fault !== null),
    )
    expect(faults).toEqual([])
  })

  test('the table itself refuses what it should', () => {
    expect(
      layerFault('server/src/market/tick-engine.ts', 'server/src/trading/trading.service.ts'),
    ).not.toBeNull()
    expect(layerFault('server/src/trading/a.ts', 'server/src/market/market.store.ts')).not.toBeNull()
    expect(layerFault('server/src/platform/a.ts', 'server/src/ledger/ledger.service.ts')).not.toBeNull()
    expect(layerFault('web/src/features/trade/a.ts', 'web/src/features/markets/b.ts')).not.toBeNull()
    expect(layerFault('web/src/ui/a.ts', 'web/src/lib/b.ts')).not.toBeNull()
    expect(layerFault('core/src/a.ts', 'protocol/src/b.ts')).not.toBeNull()
    expect(layerFault('verify/src/a.ts', 'protocol/src/b.ts')).not.toBeNull()
    expect(layerFault('verify/src/a.ts', 'core/src/proof/b.ts')).toBeNull()
    expect(layerFault('server/src/trading/a.ts', 'server/src/ledger/ledger.service.ts')).toBeNull()
  })

  test('imported files exist', () => {
    const missing = code.flatMap((path) =>
      importsOf(path)
        .filter(
          ({ target }) =>
            target !== null && !existsSync(join(root, target)) && !/virtual|\/dist\//.test(target),
        )
        .map(({ target }) => `${path} → ${target}`),
    )
    expect(missing).toEqual([])
  })

  test('every package that is imported is declared in its workspace', () => {
    const builtin = /^(node:|virtual:)/
    const undeclared = code.flatMap((path) => {
      const room = path.split('/')[0]
      const manifests = ['package.json', ...(room === 'scripts' ? [] : [`${room}/package.json`])].map(
        (name) => JSON.parse(read(name)),
      )
      const declared = new Set(
        manifests.flatMap((m) => Object.keys({ ...m.dependencies, ...m.devDependencies })),
      )
      return importsOf(path)
        .filter(
          ({ specifier }) =>
            !specifier.startsWith('.') && !builtin.test(specifier) && !declared.has(packageOf(specifier)),
        )
        .map(({ specifier }) => `${path}: ${specifier}`)
    })
    expect(undeclared).toEqual([])
  })

  test('core imports the hash library only', () => {
    const foreign = product
      .filter((path) => path.startsWith('core/'))
      .flatMap((path) =>
        importsOf(path).filter(({ specifier, target }) => target === null && !/^@noble\//.test(specifier)),
      )
    expect(foreign).toEqual([])
  })
})

describe('banned calls', () => {
  const banned = [
    ['core', /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(/, () => true],
    [
      'the environment',
      /\bprocess\.env\b/,
      (path) => path.startsWith('server/src/') && path !== 'server/src/config.ts',
    ],
    ['ids that browsers make with TLS only', /\brandomUUID\b/, (path) => path.startsWith('web/src/')],
    [
      'amounts in the back office that are cut to two decimals',
      /\bformatMoney(Signed|Short)?\b/,
      (path) => path.startsWith('web/src/admin/'),
    ],
    ['text bound to a machine', /\/work\/|\/root\/|\/home\//, (path) => !path.startsWith('scripts/tidy/')],
  ]
  test.each(banned)('%s', (room, pattern, applies) => {
    const hits = product.filter(
      (path) => (room !== 'core' || path.startsWith('core/')) && applies(path) && pattern.test(read(path)),
    )
    expect(hits).toEqual([])
  })

  test('no test is skipped without a condition, none is focused', () => {
    const hits = code.filter(
      (path) => isTest(path) && /\b(test|it|describe)\.((only|todo)\(|skip\(\s*['"`])/.test(read(path)),
    )
    expect(hits).toEqual([])
  })
})

describe('files', () => {
  test('sizes: median at most 80 lines, 95 % at most 300, none over 400', () => {
    const sizes = code.map((path) => [lineCount(path), path]).sort((a, b) => a[0] - b[0])
    expect(sizes.filter(([lines]) => lines > 400)).toEqual([])
    const over = sizes.filter(([lines]) => lines > 300)
    expect(over.length, over.join('\n')).toBeLessThanOrEqual(Math.floor(sizes.length * 0.05))
    expect(sizes[Math.floor(sizes.length / 2)][0]).toBeLessThanOrEqual(80)
  })

  test('names: kebab-case or PascalCase components, unique, no barrels, no rooms for leftovers', () => {
    const names = product
      .map((path) => basename(path))
      .filter((name) => !/^(vite|playwright)\.config\.ts$|^[a-z]{2}-[A-Z]{2}\.ts$/.test(name))
    expect(
      names.filter(
        (name) =>
          !/^[a-z0-9]+([.-][a-z0-9]+)*\.([cm]?[jt]s|d\.ts)$|^[A-Z][A-Za-z0-9]*\.tsx$|^[a-z0-9]+([.-][a-z0-9]+)*\.tsx$/.test(
            name,
          ),
      ),
    ).toEqual([])
    expect(names.filter((name) => /^(index|utils?|helpers?|common|types)\.[jt]sx?$/.test(name))).toEqual([])
    const own = product
      .filter((path) => !/^(bench|e2e)\//.test(path))
      .map((path) => [path.split('/')[0], stem(path)].join(':'))
    expect(own.filter((name, index) => own.indexOf(name) !== index)).toEqual([])
  })

  test('folders are at most three deep inside a workspace', () => {
    expect(files.filter((path) => isCode(path) && path.split('/').length > 5)).toEqual([])
  })

  test('files named in the documents exist', () => {
    const documents = files.filter((path) => /^(docs\/.*|[A-Z]+)\.md$/.test(path))
    const missing = documents.flatMap((path) =>
      [
        ...read(path).matchAll(
          /`((?:core|protocol|server|web|verify|e2e|bench|scripts|docs)\/[\w./-]+\.\w+)`/g,
        ),
      ]
        .map(([, named]) => named)
        .filter((named) => !existsSync(join(root, named)))
        .map((named) => `${path}: ${named}`),
    )
    expect(missing).toEqual([])
  })

  test('the short guide stays short', () => {
    expect(lineCount('AGENTS.md')).toBeLessThanOrEqual(80)
  })

  test('[K5] what holds keys, data and backups, gets into no commit', () => {
    const ignored = read('.gitignore').split('\n')
    expect(ignored).toEqual(expect.arrayContaining(['.env', 'data/', 'data-replay/', 'backups/']))
  })
})

describe('languages', () => {
  test('[L1] en-US is worded', () => {
    expect(catalogue('en-US').size).toBeGreaterThan(100)
  })
  test.each(locales)('[L1] %s is complete: keys, placeholders, plural forms', (locale) => {
    expect(catalogueFaults(locale)).toEqual([])
  })
  test.each(locales.slice(1))('[L1] %s is not English left by accident', (locale) => {
    const english = catalogue('en-US')
    const same = [...catalogue(locale)].filter(
      ([key, text]) => text === english.get(key) && text.split(/\s+/).length > 3,
    )
    expect(same).toEqual([])
  })
})

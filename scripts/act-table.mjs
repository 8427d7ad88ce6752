// `npm run acts`: writes e2e/acts.md from the list of acts (`e2e/acts.ts`) and the titles of the end-to-end tests.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { projectFiles, read } from './tidy/sources.mjs'

const root = join(fileURLToPath(import.meta.url), '../..')
const DOCUMENT = 'e2e/acts.md'

/** The configuration of the runner is read without the runner. */
const withoutRunner = {
  name: 'without-runner',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^@playwright\/test$/ }, () => ({ path: 'runner', namespace: 'none' }))
    onLoad({ filter: /.*/, namespace: 'none' }, () => ({
      contents: 'export const defineConfig = (each) => each',
    }))
  },
}

/** Acts, projects of the runner and calls of the protocol, bundled: this script has no build step of its own. */
export async function readActs() {
  const modules = readdirSync(join(root, 'protocol/src')).filter((name) => name.endsWith('-endpoints.ts'))
  const lines = [
    ...modules.map((name, at) => `export * as part${at} from './protocol/src/${name}'`),
    `export { ACTS } from './e2e/acts.ts'`,
    `export { default as config } from './e2e/playwright.config.ts'`,
  ]
  // The table names every screen a test has, whatever part of them this run takes.
  const plan = { 'process.env.TEST_PLAN': '"all"' }
  const { outputFiles } = await build({
    define: plan,
    stdin: { contents: lines.join('\n'), resolveDir: root },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    plugins: [withoutRunner],
  })
  const { ACTS, config, ...parts } = await import(
    `data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`
  )
  const calls = Object.values(parts).flatMap((part) =>
    Object.entries(part).flatMap(([name, value]) =>
      value?.path === undefined || value.method === 'GET' ? [] : [name],
    ),
  )
  return { acts: ACTS, projects: config.projects, calls }
}

/** A test of this tag is left out of what every change is checked with (e2e/playwright.config.ts). */
const IN_FULL_MATRIX = /^\{\s*tag: '@full'/

/** The titles of the tests of a file, as they are written; of those that every change is checked with. */
function titlesOf(file) {
  const path = join(root, 'e2e', `${file}.spec.ts`)
  const source = readFileSync(path, 'utf8')
  return [...source.matchAll(/\b(?:test|journey)\(\s*(['`])((?:\\.|(?!\1).)*)\1,\s*(.{0,40})/gs)]
    .filter(([, , , next]) => !IN_FULL_MATRIX.test(next))
    .map(([, , title]) => title)
}

/** The one test that a name of the list means, or why there is none. */
export function findTest(name, titles = titlesOf) {
  const [, file, part] = /^([\w-]+): (.+)$/s.exec(name) ?? []
  if (file === undefined) return { fault: `“${name}” names no file` }
  let all
  try {
    all = titles(file)
  } catch {
    return { fault: `“${name}”: there is no ${file}.spec.ts` }
  }
  const found = all.filter((title) => title.includes(part))
  if (found.length !== 1) return { fault: `“${name}” is the name of ${found.length} tests` }
  return { file, title: found[0] }
}

const testsOf = ({ done, mistakes }) => [done, ...mistakes.map(({ test }) => test)]

/** What is wrong with the list: tests that do not exist, acts without two mistakes, calls of the pages that no act makes. */
export function actFaults({ acts, calls }, { keys, source, titles }) {
  const ids = acts.map(({ id }) => id)
  const made = new Set(acts.flatMap((act) => act.calls))
  return [
    ...ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => `${id} is there twice`),
    ...acts.filter(({ mistakes }) => mistakes.length < 2).map(({ id }) => `${id} has not two mistakes`),
    ...acts
      .filter(({ control }) => !control.startsWith('(') && !keys.has(control))
      .map(({ id, control }) => `${id}: no catalogue has ${control}`),
    ...[...made].filter((call) => !calls.includes(call)).map((call) => `there is no call ${call}`),
    ...calls
      .filter((call) => !made.has(call) && new RegExp(`\\b${call}\\b`).test(source))
      .map((call) => `no act makes the call ${call}`),
    ...acts.flatMap(testsOf).flatMap((test) => findTest(test, titles).fault ?? []),
  ]
}

/** What the pages are made of, as one text. */
export const pageSource = () =>
  projectFiles()
    .filter((path) => /^web\/src\/.*\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
    .map(read)
    .join('\n')

const devicesOf = (file, projects) =>
  [
    ...new Set(
      projects
        .filter(({ testMatch }) => testMatch.includes(`${file}.spec.ts`))
        .map(({ name }) => name.split('-')[0]),
    ),
  ].join(', ')

const escaped = (text) => text.replaceAll('|', '\\|')

function testCell(name, projects) {
  const { file, title } = findTest(name)
  return `${file} (${devicesOf(file, projects)}): ${escaped(title)}`
}

export async function actDocument() {
  const { acts, projects } = await readActs()
  const sections = [...new Set(acts.map(({ who }) => who))].map((who) => {
    const rows = acts
      .filter((act) => act.who === who)
      .map(
        ({ id, page, control, done, mistakes }) =>
          `| ${id} | ${page}<br>\`${control}\` | ${testCell(done, projects)} | ${mistakes
            .map(({ what, test }) => `*${what}*: ${testCell(test, projects)}`)
            .join('<br>')} |`,
      )
    return `## ${who}\n\n| act | where | done by | likeliest mistakes |\n| --- | --- | --- | --- |\n${rows.join('\n')}\n`
  })
  return `# Acts of a person

What people can do on the pages that changes something or brings a file, the end-to-end test that does it, and the tests of its
likeliest mistakes. This page is written by \`npm run acts\` from \`e2e/acts.ts\`; \`npm test\` fails when it is not current, and
when a test that is named does not exist.

${acts.length} acts. In brackets: the devices that a test runs on.

${sections.join('\n')}`
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(join(root, DOCUMENT), await actDocument())

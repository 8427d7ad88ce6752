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

/** Each project of the runner, with what every change runs in it (`journeys`) and what the full matrix does. */
const joined = (full, share) =>
  full.map(({ name, testMatch }, at) => ({ name, journeys: share[at].testMatch, inFullMatrix: testMatch }))

/** What these lines export, bundled: this script has no build step of its own. */
async function load(lines, plan) {
  const { outputFiles } = await build({
    define: { 'process.env.TEST_PLAN': JSON.stringify(plan) },
    stdin: { contents: lines.join('\n'), resolveDir: root },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    plugins: [withoutRunner],
  })
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`)
}

const CONFIG = `export { default as config } from './e2e/playwright.config.ts'`

/** Acts and what is checked besides, projects of the runner and calls of the protocol. */
export async function readActs() {
  const modules = readdirSync(join(root, 'protocol/src')).filter((name) => name.endsWith('-endpoints.ts'))
  const lines = [
    ...modules.map((name, at) => `export * as part${at} from './protocol/src/${name}'`),
    `export { ACTS } from './e2e/acts.ts'`,
    `export { BESIDES_ACTS } from './e2e/besides-acts.ts'`,
    CONFIG,
  ]
  const { ACTS, BESIDES_ACTS, config, ...parts } = await load(lines, 'all')
  const share = await load([CONFIG], 'share')
  const calls = Object.values(parts).flatMap((part) =>
    Object.entries(part).flatMap(([name, value]) =>
      value?.path === undefined || value.method === 'GET' ? [] : [name],
    ),
  )
  return {
    acts: ACTS,
    besides: BESIDES_ACTS,
    projects: joined(config.projects, share.config.projects),
    calls,
  }
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

const fileOf = (test) => test.split(': ', 1)[0]

const devicesOf = (file, projects, plan) => [
  ...new Set(
    projects.filter((each) => each[plan].includes(`${file}.spec.ts`)).map(({ name }) => name.split('-')[0]),
  ),
]

const testsOf = ({ done, mistakes }) => [done, ...mistakes.map(({ test }) => test)]

/** An act that has no reason to be on one form factor alone is done and mistaken on both, in the full matrix at the latest. */
const DEVICES = ['phone', 'desktop']

const placeFaults = ({ acts, projects }) =>
  acts.flatMap((act) =>
    [...new Set(testsOf(act).map(fileOf))].flatMap((file) => {
      const run = devicesOf(file, projects, 'inFullMatrix')
      return (act.only === undefined ? DEVICES : [act.only.device])
        .filter((device) => !run.includes(device))
        .map((device) => `${act.id}: ${file}.spec.ts never runs on a ${device}`)
    }),
  )

/** Whether one press stands for both (`actsNotDone` in pressed.mjs), as their controls have the same words. */
const areAlike = (act, other, textOf) =>
  act.id !== other.id &&
  act.page === other.page &&
  act.done === other.done &&
  textOf(act.control) === textOf(other.control)

/**
 * What is wrong with the list: tests that do not exist or run on one form factor only, acts without two mistakes or with all
 * that another one has, calls of the pages that no act makes.
 */
export function actFaults({ acts, calls, projects }, { keys, source, titles, textOf = (key) => key }) {
  const ids = acts.map(({ id }) => id)
  const made = new Set(acts.flatMap((act) => act.calls))
  return [
    ...ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => `${id} is there twice`),
    ...acts
      .filter((act, at) => acts.slice(0, at).some((other) => areAlike(act, other, textOf)))
      .map(({ id }) => `${id} has the words, page and test of another act: nothing tells whether it is done`),
    ...acts.filter(({ mistakes }) => mistakes.length < 2).map(({ id }) => `${id} has not two mistakes`),
    ...acts
      .filter(({ control }) => !control.startsWith('(') && !keys.has(control))
      .map(({ id, control }) => `${id}: no catalogue has ${control}`),
    ...[...made].filter((call) => !calls.includes(call)).map((call) => `there is no call ${call}`),
    ...calls
      .filter((call) => !made.has(call) && new RegExp(`\\b${call}\\b`).test(source))
      .map((call) => `no act makes the call ${call}`),
    ...acts.flatMap(testsOf).flatMap((test) => findTest(test, titles).fault ?? []),
    ...placeFaults({ acts, projects }),
  ]
}

/** A title that begins with the id of a fault of docs/mended-faults.md. */
const KEEPS_FAULT_AWAY = /^(?:\[[^\]]+\] ?)*?\[[SBPU]-\d+\]/

/**
 * Tests that every change is checked with for no reason: they do no act, keep no mended fault away and are not among
 * `besides`; files of every change without a test for it; and names among `besides` that mean no test, or only some that
 * have a reason already.
 */
export function needlessTests({ acts, besides, projects }, titles = titlesOf) {
  const files = [...new Set(projects.flatMap(({ journeys }) => journeys))].map((name) =>
    name.replace('.spec.ts', ''),
  )
  const named = new Set(
    acts
      .flatMap(testsOf)
      .map((name) => findTest(name, titles))
      .map(({ file, title }) => `${file}: ${title}`),
  )
  const others = files
    .flatMap((file) => titles(file).map((title) => ({ file, title, name: `${file}: ${title}` })))
    .filter(({ title, name }) => !named.has(name) && !KEEPS_FAULT_AWAY.test(title))
  const means = (reason, { file, title }) => {
    const [ofFile, part] = reason.split(': ')
    return file === ofFile && (part === undefined || title.includes(part))
  }
  const reasons = Object.keys(besides)
  return [
    ...others
      .filter((test) => !reasons.some((reason) => means(reason, test)))
      .map(({ name }) => `“${name}” does no act: tag it @full, or give the reason in e2e/besides-acts.ts`),
    ...files
      .filter((file) => titles(file).length === 0)
      .map((file) => `${file}.spec.ts has no test for every change: e2e/playwright.config.ts`),
    ...reasons
      .filter((reason) => !others.some((test) => means(reason, test)))
      .map((reason) => `e2e/besides-acts.ts: “${reason}” means no test that needs a reason`),
  ]
}

/** What the pages are made of, as one text. */
export const pageSource = () =>
  projectFiles()
    .filter((path) => /^web\/src\/.*\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
    .map(read)
    .join('\n')

const escaped = (text) => text.replaceAll('|', '\\|')

/** The devices of every change, then those that the full matrix adds. */
function devicesCell(file, projects) {
  const always = devicesOf(file, projects, 'journeys')
  const later = devicesOf(file, projects, 'inFullMatrix').filter((device) => !always.includes(device))
  return [always, later]
    .filter(({ length }) => length > 0)
    .map((devices) => devices.join(', '))
    .join(' + ')
}

function testCell(name, projects) {
  const { file, title } = findTest(name)
  return `${file} (${devicesCell(file, projects)}): ${escaped(title)}`
}

const onlyCell = ({ only }) => (only === undefined ? '' : `<br>${only.device} only: ${escaped(only.why)}`)

export async function actDocument() {
  const { acts, projects } = await readActs()
  const sections = [...new Set(acts.map(({ who }) => who))].map((who) => {
    const rows = acts
      .filter((act) => act.who === who)
      .map(
        (act) =>
          `| ${act.id}${onlyCell(act)} | ${act.page}<br>\`${act.control}\` | ${testCell(act.done, projects)} | ${act.mistakes
            .map(({ what, test }) => `*${what}*: ${testCell(test, projects)}`)
            .join('<br>')} |`,
      )
    return `## ${who}\n\n| act | where | done by | likeliest mistakes |\n| --- | --- | --- | --- |\n${rows.join('\n')}\n`
  })
  return `# Acts of a person

What people can do on the pages that changes something or brings a file, the end-to-end test that does it, and the tests of its
likeliest mistakes. This page is written by \`npm run acts\` from \`e2e/acts.ts\`; \`npm test\` fails when it is not current, and
when a test that is named does not exist or is not run on both phone and desktop.

${acts.length} acts. In brackets: the devices that a test runs on with every change + those that the full matrix
(\`npm run test:all\`) adds. Every act is tried on phone and desktop, unless there is none on one of them, with the reason here.

${sections.join('\n')}`
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(join(root, DOCUMENT), await actDocument())

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createMetrics } from '../src/platform/metrics.ts'

/** Names that say where something lies: in an image that is the image's, or below the volume. */
const PLACES =
  /^(HOST|PORT|OPS_HOST|OPS_PORT|WEB_DIR|DATA_DIR|SIGNING_KEYS_FILE|SECRET_KEYS_FILE|ARCHIVE_DIR|ROLE|NODE_ENV|NATS_PREFIX)$/
/** Names of what does not go with PostgreSQL, several processes, or users. */
const FOR_ONE_MACHINE =
  /^(ALLOW_EMBEDDED_DATABASE|EMBEDDED_BUFFERS_MB|DEV_INBOX|MARKET_DATA_DIR|REPLAY_START|REPLAY_SPEED|FEED_SEED|FOREX_ALWAYS_OPEN)$/

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

/** Prometheus' own words in the expressions, and labels. */
const NOT_METRICS =
  /^(histogram_quantile|sum|rate|increase|min|max|abs|topk|count|vector|by|and|or|on|le|up)$/

/** Metrics an expression of Prometheus asks for. */
function askedFor(expression: string): string[] {
  const bare = expression.replace(/\{[^}]*\}|"[^"]*"|\b(by|on) \([^)]*\)|\[\w+\]/g, ' ')
  return (bare.match(/[a-z][a-z_0-9]*[a-z]/g) ?? []).filter((word) => !NOT_METRICS.test(word))
}

async function metricNames(): Promise<Set<string>> {
  const { text } = await createMetrics(true).render()
  const kinds = [...text.matchAll(/^# TYPE (\S+) (\w+)$/gm)]
  return new Set(
    kinds.flatMap(([, name = '', kind]) =>
      kind === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
    ),
  )
}

test('[O3] alarms and dashboard ask for metrics that are told, and each alarm has its runbook', async () => {
  const known = await metricNames()
  const alerts = [...read('deploy/alerts.yml').matchAll(/ {8}expr: '(.+)'$/gm)].map(([, each = '']) => each)
  const board = JSON.parse(read('deploy/grafana/truestrike.json')) as {
    panels: { title: string; targets: { expr: string }[] }[]
  }
  const shown = board.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
  expect([alerts.length, shown.length].every((count) => count > 12)).toBe(true)
  for (const expression of [...alerts, ...shown])
    for (const name of askedFor(expression)) expect([...known], expression).toContain(name)

  const headings = [...read('docs/runbooks.md').matchAll(/^## (.+)$/gm)].map(([, title = '']) =>
    title.toLowerCase().replaceAll(' ', '-'),
  )
  const runbooks = [...read('deploy/alerts.yml').matchAll(/runbook: docs\/runbooks\.md#(\S+)$/gm)]
  expect(runbooks).toHaveLength(alerts.length)
  for (const [, anchor] of runbooks) expect(headings).toContain(anchor)
})

test('[O3] an alarm on a rise asks for a series that is there from the start: the first one of another is none', async () => {
  const { text } = await createMetrics(false).render()
  const rises = [...read('deploy/alerts.yml').matchAll(/increase\((\w+)(\{[^}]*\})?\[/g)]
  expect(rises.length).toBeGreaterThan(2)
  for (const [, name = '', labels = ''] of rises) expect(text).toContain(`\n${name}${labels} 0\n`)
})

test('[O7] image and compose file set names the server knows, no default secret, and copy every workspace', () => {
  const example = read('.env.example')
  const known = new Set([...example.matchAll(/^# ([A-Z_]+)=/gm)].map(([, name]) => name))
  const image = read('deploy/Dockerfile')
  const compose = read('deploy/compose.yaml')
  const watch = read('deploy/compose.watch.yaml')
  const settings = compose.slice(compose.indexOf('environment: &environment'), compose.indexOf('volumes: ['))
  const named = [
    ...[...(image.match(/^ENV NODE_ENV.+$/m)?.[0] ?? '').matchAll(/([A-Z_]+)=/g)].map(([, name]) => name),
    ...[...settings.matchAll(/^ {4}([A-Z_]+):/gm)].map(([, name]) => name),
  ]
  expect(named.length).toBeGreaterThan(12)
  for (const name of named) expect([...known], name).toContain(name)

  // A secret comes from the operator, who is told when he forgot it.
  const secrets = [...`${compose}${watch}`.matchAll(/[A-Z_]*PASSWORD[A-Z_]*: (.+)$/gm)].map(
    ([, value]) => value,
  )
  expect(secrets.length).toBeGreaterThan(1)
  for (const value of secrets) expect(value).toMatch(/^\$\{[A-Z_]+:\?[^}]+\}$/)
  const filled = read('deploy/example.env')
  expect(filled.match(/PASSWORD=.+$/gm)).toBeNull()

  // Compose asks for every name of a file, whatever is started: what has to be filled in is all it needs, the rest is offered.
  const asked = (file: string, how: RegExp) => new Set([...file.matchAll(how)].map(([, name = '']) => name))
  const needed = asked(filled, /^([A-Z_]+)=/gm)
  expect(asked(compose, /\$\{([A-Z_]+):\?/g)).toEqual(needed)
  const offered = asked(filled, /^(?:# )?([A-Z_]+)=/gm)
  for (const name of asked(`${compose}${watch}`, /\$\{([A-Z_]+):/g))
    expect([...offered], name).toContain(name)

  const { workspaces } = JSON.parse(read('package.json')) as { workspaces: string[] }
  const stage = (name: string): string =>
    image.slice(image.indexOf(` AS ${name}\n`)).split('\nFROM ')[0] ?? ''
  for (const workspace of workspaces)
    expect(stage('workspaces')).toContain(`COPY ${workspace}/package.json ${workspace}/`)
  for (const installing of ['build', 'packages']) {
    expect(image).toContain(`FROM workspaces AS ${installing}\n`)
    expect(stage(installing)).toContain('RUN npm ci ')
  }
})

interface Service {
  name: string
  /** Its own lines, and before them those it takes over. */
  text: string
}

/** The services of the compose file, with what `x-server` gives them where they have no such key themselves. */
function services(compose: string): Service[] {
  const server = compose.slice(compose.indexOf('x-server: &server'), compose.indexOf('\nservices:'))
  const listed = compose.slice(compose.indexOf('\nservices:'), compose.indexOf('\nnetworks:'))
  return [...listed.matchAll(/^ {2}(\w+):\n((?: {4}.*\n|\n)+)/gm)].map(([, name = '', own = '']) => {
    if (!own.includes('<<: *server')) return { name, text: own }
    const has = (key: string): boolean => new RegExp(`^ {4}${key}:`, 'm').test(own)
    const taken = [...server.matchAll(/^ {2}(\w+):.*\n(?: {4}.*\n)*/gm)]
    return { name, text: taken.map(([text, key = '']) => (has(key) ? '' : text)).join('') + own }
  })
}

/** What the processes are told by the compose file. */
function passedOn(compose: string): Map<string, string> {
  const settings = compose.slice(compose.indexOf('environment: &environment'), compose.indexOf('volumes: ['))
  return new Map(
    [...settings.matchAll(/^ {4}([A-Z_]+): (.+)$/gm)].map(([, name = '', value = '']) => [name, value]),
  )
}

test('[O2] [O7] every container with the volume of keys and archives looks for them there, that of the operator too', () => {
  const compose = read('deploy/compose.yaml')
  const holders = services(compose).filter(({ text }) => /volumes: \[.*'data:\/data'/.test(text))
  expect(holders.map(({ name }) => name)).toEqual(['edge', 'engine', 'tools'])
  expect(passedOn(compose).get('DATA_DIR')).toBe('/data')
  for (const { name, text } of holders)
    expect(text, name).toMatch(/environment: (&environment\n|\{ <<: \*environment\b)/)
})

test('[O2] [O7] the programs of backup and restore are of the version of the database they are for', () => {
  const [, server] = /image: postgres:(\d+)\b/.exec(read('deploy/compose.yaml')) ?? []
  const image = read('deploy/Dockerfile')
  const clients = [...image.matchAll(/postgresql-client(?:-(\d+))?\b/g)].map(([, major]) => major)
  expect(Number(server)).toBeGreaterThanOrEqual(15)
  // Without a number it is whatever the Debian of the image has.
  expect(clients).toEqual([server])
  // Not every release of Debian has that number.
  expect(image.indexOf('apt.postgresql.org.sh')).toBeGreaterThan(0)
  expect(image.indexOf('apt.postgresql.org.sh')).toBeLessThan(image.indexOf(`postgresql-client-${server}`))
})

test('[O2] [S1] no port is published where all visitors have the address of a proxy of Docker', () => {
  const published = services(read('deploy/compose.yaml')).flatMap(({ text }) =>
    [...text.matchAll(/ports: \[(.+)\]/g)].flatMap(([, ports = '']) => ports.split(', ')),
  )
  expect(published.length).toBeGreaterThan(1)
  for (const port of published) expect(port).toMatch(/^'0\.0\.0\.0:/)
})

test('[O2] [O7] each setting of the site is passed on to its containers, those of the runbooks among them', () => {
  const settings = [...read('.env.example').matchAll(/^# ([A-Z_]+)=/gm)].map(([, name = '']) => name)
  const passed = passedOn(read('deploy/compose.yaml'))
  const turned = settings.filter((name) => read('docs/runbooks.md').includes(`\`${name}`))
  expect(turned.length).toBeGreaterThan(8)
  for (const name of settings) {
    if (FOR_ONE_MACHINE.test(name)) expect(turned, name).not.toContain(name)
    else if (!PLACES.test(name)) expect([...passed.keys()], name).toContain(name)
  }
})

test('[O3] [O7] as many processes are counted as the compose file starts: one that is gone rings, though nothing is told of it', () => {
  const alerts = read('deploy/alerts.yml')
  for (const { name, text } of services(read('deploy/compose.yaml'))) {
    const [, replicas] = /replicas: (\d+)/.exec(text) ?? []
    if (replicas === undefined) continue
    expect(alerts).toContain(`expr: '(count(up{job="${name}"} == 1) or vector(0)) < ${replicas}'`)
    expect(alerts).toContain(`of ${replicas} ${name}s answer.`)
    expect(read('deploy/prometheus.yml')).toContain(`job_name: ${name}\n`)
  }
  expect(alerts).toContain("expr: 'up == 0'")
})

test('[O2] [O7] an upgrade names each image that `up` does not build', () => {
  const apart = services(read('deploy/compose.yaml')).filter(({ text }) => text.includes('profiles: ['))
  expect(apart.map(({ name }) => name)).toContain('tools')
  const [, upgrade = ''] = read('docs/runbooks.md').split('\n## Upgrade\n')
  for (const { name } of apart)
    expect(upgrade.split('\n## ')[0]).toContain(`docker compose -f deploy/compose.yaml build ${name}\``)
})

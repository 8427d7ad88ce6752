import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createMetrics } from '../src/platform/metrics.ts'

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

/** Prometheus' own words in the expressions, and labels. */
const NOT_METRICS = /^(histogram_quantile|sum|rate|increase|min|max|abs|topk|by|and|on|le|up)$/

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

// `npm run permissions`: writes docs/permissions.md from the declarations of the calls and the roles.
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = join(fileURLToPath(import.meta.url), '../..')
const DOCUMENT = 'docs/permissions.md'

/** The modules of the protocol, bundled: this script has no build step of its own. */
async function readProtocol() {
  const modules = readdirSync(join(root, 'protocol/src')).filter((name) => name.endsWith('-endpoints.ts'))
  const lines = modules.map((name, at) => `export * as part${at} from './protocol/src/${name}'`)
  const contents = [...lines, `export * as rights from './protocol/src/permissions.ts'`].join('\n')
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: root },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
  })
  const { rights, ...parts } = await import(
    `data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`
  )
  const calls = Object.values(parts)
    .flatMap((part) => Object.values(part))
    .filter((value) => value?.audience === 'admin')
    .map(({ method, path, permission }) => ({ method, path, permission }))
    .sort((a, b) => compare(a.path, b.path) || compare(a.method, b.method))
  return { calls, rights }
}

const compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0)
const row = (cells) => `| ${cells.join(' | ')} |`
const table = (head, rows) => [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n')

export async function permissionDocument() {
  const { calls, rights } = await readProtocol()
  const { AREAS, ROLES, mayDo } = rights
  const roles = Object.keys(ROLES)
  const reach = (role, area) => {
    if (mayDo(ROLES[role], area)) return 'looks and acts'
    return mayDo(ROLES[role], `${area}:read`) ? 'looks' : ''
  }
  const mark = (role, permission) => (mayDo(ROLES[role], permission) ? 'yes' : '')
  return `# Permissions

What administrators may do. This page is written by \`npm run permissions\` from \`protocol/src/permissions.ts\` and the
declarations of the calls; \`npm test\` fails when it is not current.

- A permission is the name of a part of the back office. \`withdraw-orders:read\` looks, \`withdraw-orders\` looks and acts.
- Every call for administrators declares the one it needs (\`permission\` of its endpoint), or null for what every administrator
  may do: his own profile, his own sessions, signing out. The router enforces it before it reads a body, and again after.
  Handlers ask for more only where one call shows or does several things: proposals of each kind (\`docs/funds.md\`, Four eyes), the
  dashboard's lists of what waits, whole addresses of users, and files, whose addresses count while the permission does. Who lacks it is answered 403 \`PERMISSION_DENIED\` and stays signed in.
- An administrator has a role, and by it the permissions below, or those of them he was left with (\`administrators.permissions\`,
  on the page Administrators): never one his role has not. Both count from the next call on.

## Roles

${table(
  ['part', ...roles],
  AREAS.map((area) => [`\`${area}\``, ...roles.map((role) => reach(role, area))]),
)}

## Calls

${table(
  ['call', 'permission', ...roles],
  calls.map(({ method, path, permission }) => [
    `${method} \`${path}\``,
    permission === null ? 'every administrator' : `\`${permission}\``,
    ...roles.map((role) => mark(role, permission)),
  ]),
)}
`
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(join(root, DOCUMENT), await permissionDocument())

import type { Json } from './api-schema.ts'
import { escaped } from './mail-layout.ts'
import { schemaText } from './schema-text.ts'

export const DOCS_STYLE = `:root { color-scheme: dark; font: 15px/1.5 Inter, system-ui, sans-serif; background: #0a0d12; color: #eaeef5; }
* { box-sizing: border-box; }
body { display: grid; grid-template-columns: 15rem minmax(0, 1fr); gap: 1.5rem; max-width: 80rem; margin: 0 auto; padding: 1rem; }
nav { position: sticky; inset-block-start: 1rem; align-self: start; max-height: calc(100dvh - 2rem); overflow: auto; padding: 1rem; border-radius: 1rem; background: #12171f; }
nav ul { margin: .5rem 0 0; padding: 0; list-style: none; }
nav li a { display: flex; justify-content: space-between; padding: .25rem 0; color: #a9b4c4; text-decoration: none; }
nav li a:hover { color: #eaeef5; }
a { color: #8fa6ff; }
a:focus-visible, summary:focus-visible { outline: 2px solid #8fa6ff; outline-offset: 2px; border-radius: .375rem; }
h1 { margin: 0 0 .5rem; font-size: 1.375rem; }
h2 { margin: 2rem 0 .5rem; font-size: 1.0625rem; text-transform: capitalize; }
h3 { margin: 1rem 0 .25rem; font-size: .8125rem; color: #a9b4c4; }
p { margin: .5rem 0; color: #a9b4c4; }
details { margin-block-end: .25rem; border-radius: .625rem; background: #12171f; }
summary { display: flex; flex-wrap: wrap; gap: .25rem .75rem; align-items: baseline; padding: .5rem .75rem; cursor: pointer; list-style: none; }
summary::-webkit-details-marker { display: none; }
summary:hover { background: #1d2430; border-radius: .625rem; }
summary span { flex: 1 1 14rem; color: #a9b4c4; }
summary small { color: #8592a4; }
details > div { padding: 0 .75rem .75rem; }
code, pre { font: .8125rem/1.5 ui-monospace, Menlo, Consolas, monospace; }
p code { padding: 0 .25rem; border-radius: .25rem; background: #1d2430; color: #eaeef5; }
pre { margin: 0; padding: .75rem; border-radius: .625rem; background: #0a0d12; overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere; }
.method { min-width: 3.75rem; color: #8fa6ff; font-weight: 600; }
@media (width <= 48rem) { body { grid-template-columns: minmax(0, 1fr); } nav { position: static; max-height: none; } }
`

interface Operation extends Json {
  operationId: string
  tags: string[]
  summary: string
  description?: string
  parameters?: readonly Json[]
  requestBody?: { content: Record<string, { schema: Json }> }
  responses: Record<string, { content?: Record<string, { schema?: Json }> }>
}

interface Call {
  method: string
  path: string
  operation: Operation
}

/** The document as a page to read: no script, nothing from elsewhere. */
export function docsPage(document: Json): string {
  const info = document.info as { title: string; version: string; description: string }
  const calls = callsOf(document)
  const tags = (document.tags as { name: string }[]).map(({ name }) => name)
  const ofTag = (name: string): Call[] => calls.filter(({ operation }) => operation.tags[0] === name)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark">
<meta name="robots" content="noindex">
<title>${escaped(info.title)} API</title>
<link rel="stylesheet" href="/api/docs/style.css">
</head>
<body>
<nav aria-label="Calls">
<b>${escaped(info.title)} API</b> <small>${escaped(info.version)}</small>
<ul>
${tags.map((name) => `<li><a href="#${idOf(name)}">${escaped(name)} <small>${ofTag(name).length}</small></a></li>`).join('\n')}
</ul>
<p><a href="/api/docs/openapi.json">OpenAPI 3.1 (JSON)</a></p>
</nav>
<main>
<h1>${escaped(info.title)} API</h1>
${paragraphs(info.description)}
${tags.map((name) => section(name, ofTag(name))).join('\n')}
</main>
</body>
</html>
`
}

const idOf = (tag: string): string => `calls-${tag.replaceAll(/\W+/g, '-')}`

function callsOf(document: Json): Call[] {
  const paths = document.paths as Record<string, Record<string, Operation>>
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
}

const section = (tag: string, calls: readonly Call[]): string =>
  `<section id="${idOf(tag)}">\n<h2>${escaped(tag)}</h2>\n${calls.map(callText).join('\n')}\n</section>`

function callText({ method, path, operation }: Call): string {
  const { operationId, summary, description } = operation
  const said = summary === `${method} ${path}` ? '' : summary
  return `<details id="${escaped(operationId)}">
<summary><code class="method">${method}</code><code>${escaped(path)}</code><span>${inline(said)}</span><small>${escaped(String(operation['x-audience']))}</small></summary>
<div>${description === undefined ? '' : paragraphs(description)}${parametersText(operation)}${bodyText(operation)}${answerText(operation)}${limitText(operation)}</div>
</details>`
}

function parametersText({ parameters = [] }: Operation): string {
  const named = parameters.filter((parameter) => parameter.name !== undefined)
  if (named.length === 0) return ''
  const lines = named.map(({ name, in: place, required, schema }) => {
    const sign = required === true ? '' : '?'
    return `${String(place)} ${String(name)}${sign}: ${schemaText(schema as Json)}`
  })
  return block('Parameters', lines.join('\n'))
}

function bodyText({ requestBody }: Operation): string {
  const [content] = Object.entries(requestBody?.content ?? {})
  return content === undefined ? '' : block(`Body, ${content[0]}`, schemaText(content[1].schema))
}

/** What stands in `data`; of a file only that it is one. */
function answerText({ responses }: Operation): string {
  const [content] = Object.entries(responses['200']?.content ?? {})
  if (content === undefined) return ''
  const [type, { schema }] = content
  const data = (schema?.properties as Record<string, Json> | undefined)?.data
  return data === undefined ? block('Answer', `a file (${type})`) : block('Answer, in data', schemaText(data))
}

function limitText(operation: Operation): string {
  const limit = operation['x-rate-limit'] as { callsPerMinute: number; per: string } | undefined
  const permission = operation['x-permission']
  const needs = typeof permission === 'string' ? `<p>Permission: <code>${escaped(permission)}</code></p>` : ''
  return limit === undefined
    ? ''
    : `${needs}<p>At most ${limit.callsPerMinute} calls a minute of its kind per ${limit.per}.</p>`
}

const block = (title: string, text: string): string =>
  `<h3>${escaped(title)}</h3><pre tabindex="0">${escaped(text)}</pre>`

const paragraphs = (text: string): string =>
  text
    .split(/\n{2,}/)
    .map((each) => `<p>${inline(each)}</p>`)
    .join('\n')

/** Of Markdown only what stands in backticks. */
const inline = (text: string): string => escaped(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>')

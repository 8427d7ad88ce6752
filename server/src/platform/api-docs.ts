import { existsSync, readFileSync } from 'node:fs'
import { DOCS_STYLE, docsPage } from './api-docs-page.ts'
import { type ApiFacts, describeApi } from './api-document.ts'
import type { Json } from './api-schema.ts'
import type { Router } from './route.ts'

/** Laid beside the server by its build, out of the comments in `protocol/`; without it calls are listed without words. */
const WORDS = new URL('./endpoint-words.json', import.meta.url)

function readWords(): ApiFacts['words'] {
  return existsSync(WORDS) ? (JSON.parse(readFileSync(WORDS, 'utf8')) as ApiFacts['words']) : {}
}

/** `/api/docs`: all calls to read, and the same as a document of OpenAPI. Made when it is first asked for: then all calls are there. */
export function registerApiDocs(router: Router, facts: Omit<ApiFacts, 'words'>): void {
  let document: Json | null = null
  let text: string | null = null
  let page: string | null = null
  const read = (): Json => {
    document ??= describeApi({ ...facts, words: readWords() })
    return document
  }
  router.text('/api/docs/openapi.json', 'application/json; charset=utf-8', () => {
    text ??= `${JSON.stringify(read(), null, 2)}\n`
    return text
  })
  router.text('/api/docs/style.css', 'text/css; charset=utf-8', () => DOCS_STYLE)
  router.text('/api/docs', 'text/html; charset=utf-8', () => {
    page ??= docsPage(read())
    return page
  })
}

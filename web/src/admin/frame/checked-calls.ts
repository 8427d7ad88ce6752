import type { Endpoint } from '@truestrike/protocol/endpoint.ts'
import type { InternalAxiosRequestConfig } from 'axios'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { apiClient } from '../../lib/api-client.ts'

const FILES = import.meta.glob<Record<string, unknown>>('../../../../protocol/src/*-endpoints.ts', {
  eager: true,
})
type AnyEndpoint = Endpoint<unknown, unknown, unknown>
const isEndpoint = (value: unknown): value is AnyEndpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value
const ENDPOINTS = Object.values(FILES).flatMap((file) => Object.values(file).filter(isEndpoint))

/** As it is outside of tests. */
const network = apiClient.defaults.adapter

interface SentCall {
  /** Method and path as the endpoint declares them. */
  call: string
  query: unknown
  body: unknown
}

/** The values of `:name` in a path that is declared so; null: it is another path. */
function paramsOf(declared: string, path: string): Record<string, string> | null {
  const [names, parts] = [declared.split('/'), path.split('/')]
  if (names.length !== parts.length) return null
  const params: Record<string, string> = {}
  for (const [at, name] of names.entries()) {
    const part = decodeURIComponent(parts[at] ?? '')
    if (name.startsWith(':')) params[name.slice(1)] = part
    else if (name !== part) return null
  }
  return params
}

/** A declared path of words comes before one with a name in the same place. */
function endpointOf(method: string, path: string) {
  const found = ENDPOINTS.filter((each) => each.method === method).flatMap((endpoint) => {
    const params = paramsOf(endpoint.path, path)
    return params === null ? [] : [{ endpoint, params }]
  })
  return found.sort((a, b) => Object.keys(a.params).length - Object.keys(b.params).length)[0]
}

function faultsOf(schema: TSchema | undefined, value: unknown, what: string): string[] {
  if (schema === undefined) return []
  return [...Compile(schema).Errors(value ?? {})].map(
    ({ instancePath, message }) => `${what}${instancePath}: ${message}`,
  )
}

/**
 * Stands in for the server in tests of pages: each call is held against the schemas of its endpoint, and answered by `answers`
 * (by method and declared path; a function is asked with query and body, and may throw what the call is to fail with), or with nothing. `faults`: what the server would refuse as INVALID_PARAMETERS.
 */
export function checkCalls(answers: Record<string, unknown> = {}) {
  const calls: SentCall[] = []
  const faults: string[] = []
  apiClient.defaults.adapter = async (config: InternalAxiosRequestConfig) => {
    const method = (config.method ?? 'get').toUpperCase()
    const path = config.url ?? ''
    const found = endpointOf(method, path)
    const call = `${method} ${found?.endpoint.path ?? path}`
    const body: unknown = typeof config.data === 'string' ? JSON.parse(config.data) : config.data
    const query: unknown = config.params
    calls.push({ call, query, body })
    if (found === undefined) faults.push(`${call}: no such endpoint`)
    else {
      const { endpoint, params } = found
      const all = [
        ...faultsOf(endpoint.params, params, 'params'),
        ...faultsOf(endpoint.query, query, 'query'),
        ...faultsOf(endpoint.body, body, 'body'),
      ]
      faults.push(...all.map((fault) => `${call}: ${fault}`))
    }
    const answer = answers[call]
    const data = {
      success: true,
      data: (typeof answer === 'function' ? await answer(query, body) : answer) ?? {},
    }
    return { data, status: 200, statusText: 'OK', headers: {}, config }
  }
  return { calls, faults }
}

/** Tests of other files share the module. */
export function checkNoMore(): void {
  if (network === undefined) delete apiClient.defaults.adapter
  else apiClient.defaults.adapter = network
}

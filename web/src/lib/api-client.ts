import type { Endpoint } from '@truestrike/protocol/endpoint.ts'
import axios, { type AxiosInstance, type AxiosRequestConfig, type AxiosResponse } from 'axios'
import { ApiError, failureOf, toApiError } from './api-error.ts'
import { readStored } from './browser-storage.ts'
import { downloadFile } from './download.ts'
import { errorText } from './error-text.ts'
import { useSession } from './session-store.ts'
import { showToast } from './toast-bus.ts'

const TIMEOUT_MS = 15_000
/** The layout's own calls give up earlier: they are repeated on the next route anyway. */
const LAYOUT_TIMEOUT_MS = 10_000
/** A long file is made while it is sent. */
const FILE_TIMEOUT_MS = 600_000

function createClient(timeout: number): AxiosInstance {
  const client = axios.create({
    baseURL: '',
    timeout,
    withCredentials: true,
    withXSRFToken: true,
    xsrfCookieName: 'XSRF-TOKEN',
    xsrfHeaderName: 'X-XSRF-TOKEN',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
  })
  client.interceptors.request.use((config) => {
    const token = config.headers.has('Authorization') ? null : useSession.getState().token
    if (token !== null) config.headers.set('Authorization', `Bearer ${token}`)
    config.headers.set('Accept-Language', readStored('language') ?? 'en-US')
    return config
  })
  return client
}

export const apiClient = createClient(TIMEOUT_MS)
export const layoutClient = createClient(LAYOUT_TIMEOUT_MS)

export interface CallInput<Q, B> {
  query?: Q
  body?: B
  params?: Record<string, string>
}

export interface CallOptions {
  /** Show the failure as a toast (default). Screens that show it in place switch it off. */
  toast?: boolean
  client?: AxiosInstance
  signal?: AbortSignal
  /** An administrator's token, or that of the session a call belongs to; the user's of now is sent when absent. */
  token?: string
}

function pathOf(path: string, params: Record<string, string> = {}): string {
  return path.replace(/:([a-zA-Z]+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}

/** A refused sign-in is not an ended session. */
const SIGN_IN_REFUSALS = ['LOGIN_FAILED', 'ADMIN_LOGIN_FAILED', 'ADMIN_PASSWORD_EXPIRED'] as const

function endSession(sentToken: string | null): void {
  const session = useSession.getState()
  // An answer to an old token must not end the session that has been opened since.
  if (session.token === null || session.token !== sentToken) return
  session.signOut(errorText('SESSION_EXPIRED'))
}

function report(error: ApiError, audience: 'public' | 'user' | 'admin', options: CallOptions): void {
  const sessionEnded = error.status === 401 && audience !== 'admin' && !error.is(...SIGN_IN_REFUSALS)
  if (sessionEnded) return
  if (options.toast !== false) showToast('error', error.message)
}

/**
 * Calls an endpoint of the protocol and returns its data.
 * Throws `ApiError`; a 401 clears the session and leads to the sign-in page.
 */
export function call<Q, B, R>(
  endpoint: Endpoint<Q, B, R>,
  input: CallInput<Q, B> = {},
  options: CallOptions = {},
): Promise<R> {
  return carryOut(endpoint, input, options, {}, dataOf<R>)
}

/** What an answer holds; throws the refusal it is. */
export function dataOf<R>(response: AxiosResponse<unknown>): R {
  const failure = failureOf(response.status, response.data)
  if (failure !== null) throw failure
  const body = response.data as { success?: unknown; data?: R } | null
  if (body?.success !== true) throw new ApiError('HTTP_STATUS', errorText('OPERATION_FAILED'))
  return body.data as R
}

const FILE_NAME = /filename="([^"/\\]+)"/

/** Gets a file by a call and hands it to the user. Fails as `call` does. */
export function callFile<Q, R>(
  endpoint: Endpoint<Q, undefined, R>,
  input: CallInput<Q, undefined>,
  options: CallOptions = {},
): Promise<void> {
  const config: CallConfig = { responseType: 'blob', timeout: FILE_TIMEOUT_MS }
  return carryOut(endpoint, input, options, config, ({ data, headers }) => {
    const name = FILE_NAME.exec(String(headers['content-disposition']))?.[1]
    downloadFile(name ?? 'records', data as Blob)
  })
}

/** Settings of one call. Its headers are plain, so that others can be added to them. */
type CallConfig = Omit<AxiosRequestConfig, 'headers'> & { headers?: Record<string, string> }

/** A call with settings of its own; `read` makes its result out of the answer. */
export async function carryOut<Q, B, T>(
  endpoint: Endpoint<Q, B, unknown>,
  input: CallInput<Q, B>,
  options: CallOptions,
  config: CallConfig,
  read: (response: AxiosResponse<unknown>) => T,
): Promise<T> {
  const sentToken = options.token ?? useSession.getState().token
  try {
    const response = await (options.client ?? apiClient).request<unknown>({
      ...config,
      method: endpoint.method,
      url: pathOf(endpoint.path, input.params),
      params: input.query,
      ...(input.body === undefined ? {} : { data: input.body }),
      ...(options.signal === undefined ? {} : { signal: options.signal }),
      // Added to the call's own headers: a form keeps its content type.
      headers: {
        ...config.headers,
        ...(options.token === undefined ? {} : { Authorization: `Bearer ${options.token}` }),
      },
    })
    return read(response)
  } catch (thrown) {
    if (axios.isCancel(thrown)) throw thrown
    const error = toApiError(await withReadBody(thrown))
    if (error.status === 401 && endpoint.audience !== 'admin' && !error.is(...SIGN_IN_REFUSALS)) {
      endSession(sentToken)
    }
    report(error, endpoint.audience, options)
    throw error
  }
}

/** The refusal of a file came as a file too. */
async function withReadBody(thrown: unknown): Promise<unknown> {
  const response = axios.isAxiosError(thrown) ? thrown.response : undefined
  if (!(response?.data instanceof Blob)) return thrown
  response.data = await response.data
    .text()
    .then((text) => JSON.parse(text) as unknown)
    .catch(() => null)
  return thrown
}

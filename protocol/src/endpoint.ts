import type { Static, TSchema } from 'typebox'
import type { ErrorCode } from './errors.ts'
import type { Permission } from './permissions.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Who may call: anyone, a signed-in user, a signed-in administrator. */
export type Audience = 'public' | 'user' | 'admin'

/**
 * One call: where it is and the schemas of what goes in and out.
 * `Q`, `B`, `R` are the resolved types (resolved once, at the definition: it keeps type checking fast).
 */
export interface Endpoint<Q, B, R> {
  readonly method: Method
  /** Path with `:name` parameters, below the origin. */
  readonly path: string
  readonly audience: Audience
  /** Of an administrator's call: what he must be permitted; null: every administrator may. */
  readonly permission?: Permission | null
  readonly query?: TSchema
  readonly params?: TSchema
  readonly body?: TSchema
  readonly data: TSchema
  /** Phantom: carries the types, never set. */
  readonly types?: { query: Q; body: B; data: R }
}

interface Parts {
  method: Method
  path: string
  params?: TSchema
  query?: TSchema
  body?: TSchema
  data: TSchema
}

/** Whoever adds a call for administrators says which of them may make it. */
type Definition = Parts &
  ({ audience: 'public' | 'user'; permission?: never } | { audience: 'admin'; permission: Permission | null })

type Typed<S> = S extends TSchema ? Static<S> : undefined

export function endpoint<const D extends Definition>(
  definition: D,
): Endpoint<
  Typed<D extends { query: infer Q } ? Q : undefined>,
  Typed<D extends { body: infer B } ? B : undefined>,
  Static<D['data']>
> & { readonly audience: D['audience'] } {
  return definition
}

export interface Success<T> {
  success: true
  data: T
}

export interface FieldFault {
  /** Dotted path of the field, such as `stake`. */
  field: string
  /** JSON-schema keyword that failed, such as `minLength`. */
  rule: string
}

export interface Failure {
  success: false
  code: ErrorCode
  /** In the language of `Accept-Language`. */
  message: string
  details?: Record<string, string | number | FieldFault[]>
  requestId: string
}

export type Envelope<T> = Success<T> | Failure

/** Answer of a function that may refuse: a value, or the code that names the refusal. Nothing expected is thrown. */
export type Result<T, C extends string = string> = Ok<T> | Fail<C>

export interface Ok<T> {
  readonly ok: true
  readonly value: T
}

export interface Fail<C extends string = string> {
  readonly ok: false
  readonly code: C
}

export function ok<T>(value: T): Ok<T> {
  return { ok: true, value }
}

export function fail<C extends string>(code: C): Fail<C> {
  return { ok: false, code }
}

/** The value of a result that cannot be a refusal here; throws with the code when it is one after all. */
export function unwrap<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`unexpected refusal: ${result.code}`)
  return result.value
}

import { decodeBase64url } from '../base64url.ts'
import type { Result } from '../result.ts'

/** One shape of JSON. Strict: what it writes is the only spelling it reads, so that a text has one meaning and a meaning one text. */
export interface Codec<T> {
  /** Throws `FormatFault`. */
  read(value: unknown, path: string): T
  write(value: T): unknown
  /** Name in JSON where it is another than in the program. */
  readonly key?: string
  /** An object may be without it. */
  readonly isOptional?: true
}

/** Foreign JSON has not the shape; `path` says where. */
export class FormatFault extends Error {
  override readonly name = 'FormatFault'
  readonly path: string
  constructor(path: string) {
    super(`not the expected form: ${path}`)
    this.path = path
  }
}

function check(condition: boolean, path: string): asserts condition {
  if (!condition) throw new FormatFault(path)
}

const same = <T>(value: T): T => value

/** A whole number. */
export function whole(min: number, max: number): Codec<number> {
  return {
    read(value, path) {
      check(typeof value === 'number' && Number.isSafeInteger(value) && value >= min && value <= max, path)
      // −0 becomes 0.
      return value + 0
    },
    write: same,
  }
}

export function oneOf<const T extends string>(...names: readonly T[]): Codec<T> {
  return {
    read(value, path) {
      const found = names.find((name) => name === value)
      check(found !== undefined, path)
      return found
    },
    write: same,
  }
}

export function matching(pattern: RegExp): Codec<string> {
  return {
    read(value, path) {
      check(typeof value === 'string' && pattern.test(value), path)
      return value
    },
    write: same,
  }
}

/** Base64url of so many bytes, kept as text. */
export function bytesText(length: number): Codec<string> {
  return {
    read(value, path) {
      check(typeof value === 'string' && value.length === Math.ceil((length * 4) / 3), path)
      check(decodeBase64url(value).ok, path)
      return value
    },
    write: same,
  }
}

export interface DecimalForm {
  parse: (text: string) => Result<bigint>
  format: (value: bigint) => string
  min: bigint
  max: bigint
}

const DECIMAL_LENGTH_MAX = 40

/** Decimal text of an integer, in the one spelling that `format` gives. */
export function decimalText({ parse, format, min, max }: DecimalForm): Codec<bigint> {
  return {
    read(value, path) {
      check(typeof value === 'string' && value.length <= DECIMAL_LENGTH_MAX, path)
      const parsed = parse(value)
      check(parsed.ok && parsed.value >= min && parsed.value <= max && format(parsed.value) === value, path)
      return parsed.value
    },
    write: format,
  }
}

export function nullable<T>(codec: Codec<T>): Codec<T | null> {
  return {
    read: (value, path) => (value === null ? null : codec.read(value, path)),
    write: (value) => (value === null ? null : codec.write(value)),
  }
}

export function listOf<T>(codec: Codec<T>, lengthMin: number, lengthMax: number): Codec<readonly T[]> {
  return {
    read(value, path) {
      check(Array.isArray(value) && value.length >= lengthMin && value.length <= lengthMax, path)
      return value.map((item, at) => codec.read(item, `${path}/${at}`))
    },
    write: (values) => values.map((value) => codec.write(value)),
  }
}

/** The same under another name in JSON. */
export function named<T>(key: string, codec: Codec<T>): Codec<T> {
  return { ...codec, key }
}

/** A member an object may be without; a null is none. */
export function optional<T>(codec: Codec<T>): Codec<T> {
  return { ...codec, isOptional: true }
}

type Shape<T> = { readonly [K in keyof T]-?: Codec<Exclude<T[K], undefined>> }

/** An object with exactly these members. */
export function objectOf<T extends object>(shape: Shape<T>): Codec<T> {
  const fields = (Object.keys(shape) as (keyof T & string)[]).map((name) => {
    const codec: Codec<unknown> = shape[name] as Codec<unknown>
    return { name, key: codec.key ?? name, codec }
  })
  return {
    read(value, path) {
      check(isObject(value), path)
      const told = fields.filter(({ key, codec }) => !codec.isOptional || Object.hasOwn(value, key))
      check(Object.keys(value).length === told.length, path)
      return Object.fromEntries(
        told.map(({ name, key, codec }) => {
          check(Object.hasOwn(value, key), `${path}/${key}`)
          return [name, codec.read(value[key], `${path}/${key}`)]
        }),
      ) as T
    },
    write: (value) =>
      Object.fromEntries(
        fields.flatMap(({ name, key, codec }) => {
          const member = value[name]
          return member === undefined ? [] : [[key, codec.write(member)]]
        }),
      ),
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

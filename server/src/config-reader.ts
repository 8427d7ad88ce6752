/** One thing wrong with the environment: which name, and what was expected of it. */
export interface ConfigFault {
  name: string
  expected: string
}

export type Environment = Readonly<Record<string, string | undefined>>

interface NumberRange {
  fallback: number
  min: number
  max: number
}

/** Reads values of the environment, noting every fault instead of stopping at the first. */
export interface EnvironmentReader {
  readonly faults: ConfigFault[]
  fault(name: string, expected: string): void
  text(name: string): string | null
  integer(name: string, range: NumberRange): number
  decimal(name: string, range: NumberRange): number
  choice<T extends string>(name: string, choices: readonly T[], fallback: T): T
  flag(name: string, fallback: boolean): boolean
  list(name: string): string[]
  url(name: string, protocols: readonly string[]): URL | null
}

export function createEnvironmentReader(env: Environment): EnvironmentReader {
  const faults: ConfigFault[] = []
  const fault = (name: string, expected: string): void => void faults.push({ name, expected })
  /** An empty value counts as none: compose files pass unset names on as ''. */
  const text = (name: string): string | null => env[name]?.trim() || null
  const number = (name: string, range: NumberRange, form: RegExp, noun: string): number => {
    const value = text(name)
    if (value === null) return range.fallback
    const parsed = form.test(value) ? Number(value) : Number.NaN
    if (parsed >= range.min && parsed <= range.max) return parsed
    fault(name, `${noun} from ${range.min} to ${range.max}, not '${value}'`)
    return range.fallback
  }
  return {
    faults,
    fault,
    text,
    integer: (name, range) => number(name, range, /^-?\d+$/, 'a whole number'),
    decimal: (name, range) => number(name, range, /^\d+(\.\d+)?$/, 'a number'),
    choice(name, choices, fallback) {
      const value = text(name)
      if (value === null) return fallback
      const found = choices.find((choice) => choice === value)
      if (found === undefined) fault(name, `one of ${choices.join(', ')}, not '${value}'`)
      return found ?? fallback
    },
    flag(name, fallback) {
      const value = text(name)
      if (value === null) return fallback
      if (value !== 'true' && value !== 'false') fault(name, `true or false, not '${value}'`)
      return value === 'true'
    },
    list: (name) =>
      (text(name) ?? '')
        .split(',')
        .map((item) => item.trim())
        .filter((item) => item !== ''),
    url(name, protocols) {
      const value = text(name)
      if (value === null) return null
      const url = URL.canParse(value) ? new URL(value) : null
      if (url !== null && protocols.includes(url.protocol)) return url
      // The value may hold a password: it is not repeated.
      fault(name, `an address beginning with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`)
      return null
    },
  }
}

import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ErrorCode } from '@truestrike/protocol/errors.ts'
import { DEFAULT_LOCALE, isLocale, messageFor } from '@truestrike/protocol/messages/locales.ts'

const locales = join(dirname(fileURLToPath(import.meta.url)), '../web/src/locales')

type Values = Record<string, string | number>

/** The words a visitor reads, from the product's own catalogue: `say('trade:order.max')`. */
export interface Words {
  (key: string, values?: Values): string
  /** The words with anything in the places of their values. */
  like(key: string): RegExp
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

function find(language: string, key: string): string | null {
  const [namespace = '', path = ''] = key.split(':')
  const file = join(locales, language, `${namespace}.json`)
  if (!existsSync(file)) return null
  let node: unknown = JSON.parse(readFileSync(file, 'utf8'))
  for (const part of path.split('.')) node = (node as Record<string, unknown> | undefined)?.[part]
  return typeof node === 'string' ? node : null
}

export function wordsOf(language: string): Words {
  const raw = (key: string): string => {
    const text = find(language, key) ?? find('en-US', key)
    if (text === null) throw new Error(`no text '${key}'`)
    return text
  }
  const say = (key: string, values: Values = {}): string =>
    raw(key).replace(/{{(\w+)}}/g, (_, name: string) => String(values[name] ?? ''))
  const like = (key: string): RegExp =>
    new RegExp(
      raw(key)
        .split(/{{\w+}}/)
        .map(escaped)
        .join('.*'),
    )
  return Object.assign(say, { like })
}

/** What the server says of a refusal. */
export const serverWords = (language: string, code: ErrorCode): string =>
  messageFor(isLocale(language) ? language : DEFAULT_LOCALE, code)

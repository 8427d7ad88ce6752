import { expect, test } from 'vitest'
import { LOCALES, messageFor } from './locales.ts'
import { withRetry } from './retry-words.ts'

test.each([
  ['en-US', 30, 'Try again in 30 seconds.'],
  ['en-US', 61, 'Try again in 2 minutes.'],
  ['de-DE', 60, 'Versuchen Sie es in 1 Minute wieder.'],
  ['ru-RU', 1_260, 'Повторите попытку через 21 минуту.'],
  ['fr-FR', 720, 'Réessayez dans 12 minutes.'],
  ['es-ES', 3_600, 'Vuelva a intentarlo dentro de 60 minutos.'],
  ['pt-PT', 7_201, 'Tente de novo dentro de 3 horas.'],
  ['ar-AR', 180, 'حاول مرة أخرى خلال 3 دقائق.'],
  ['hi-IN', 720, '12 मिनट में फिर कोशिश करें।'],
] as const)('[A15 L3] in %s who is held back for %i s is told when to come back', (locale, seconds, end) => {
  const text = messageFor(locale, 'ACCOUNT_LOCKED')
  const told = withRetry(locale, 'ACCOUNT_LOCKED', text, seconds)
  expect(told.startsWith(text)).toBe(true)
  expect(told.endsWith(end)).toBe(true)
})

test('[A15] other refusals are worded as they were', () => {
  for (const locale of LOCALES) {
    expect(withRetry(locale, 'TOO_MANY_REQUESTS', 'x', undefined)).toBe('x')
    for (const code of ['CODE_TOO_SOON', 'SERVICE_UNAVAILABLE'] as const)
      expect(withRetry(locale, code, 'x', 30)).toBe('x')
  }
})

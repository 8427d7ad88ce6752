import i18next from 'i18next'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setLanguage, startI18n } from './i18n.ts'

let asked: string[]
let answers: ((faces: FontFace[]) => void)[]

beforeEach(async () => {
  localStorage.clear()
  asked = []
  answers = []
  await startI18n()
  const load = (font: string): Promise<FontFace[]> => {
    asked.push(font)
    return new Promise((resolve) => answers.push(resolve))
  }
  Object.defineProperty(document, 'fonts', { value: { load }, configurable: true })
})
afterEach(() => {
  vi.useRealTimers()
  Reflect.deleteProperty(document, 'fonts')
  localStorage.clear()
})

test('[L1][X4] a language is shown when its letters are there, in every weight', async () => {
  const shown = setLanguage('ar-AR')
  await vi.waitFor(() => expect(answers).toHaveLength(3))
  expect(asked).toEqual([450, 550, 600].map((weight) => `${weight} 1em "Noto Sans Arabic"`))
  expect(i18next.language).toBe('en-US')
  expect(document.documentElement.dir).toBe('ltr')
  for (const answer of answers) answer([])
  await shown
  expect(i18next.language).toBe('ar-AR')
  expect(document.documentElement.dir).toBe('rtl')
})

test('[L1] letters that do not come hold a language up for a second only', async () => {
  await setLanguage('en-US')
  vi.useFakeTimers()
  const shown = setLanguage('hi-IN')
  await vi.waitFor(() => expect(answers).toHaveLength(3))
  expect(i18next.language).toBe('en-US')
  await vi.advanceTimersByTimeAsync(1_000)
  await shown
  expect(i18next.language).toBe('hi-IN')
})

test('[L1] letters that cannot be loaded leave those of the system', async () => {
  const load = (): Promise<FontFace[]> => Promise.reject(new Error('no network'))
  Object.defineProperty(document, 'fonts', { value: { load }, configurable: true })
  await setLanguage('ar-AR')
  expect(i18next.language).toBe('ar-AR')
})

test('[L1] a language chosen while the letters of another are on their way stays', async () => {
  const first = setLanguage('ar-AR')
  await vi.waitFor(() => expect(answers).toHaveLength(3))
  expect(await setLanguage('de-DE')).toBe(true)
  for (const answer of answers) answer([])
  expect(await first).toBe(false)
  expect(i18next.language).toBe('de-DE')
  expect(localStorage.getItem('language')).toBe('de-DE')
})

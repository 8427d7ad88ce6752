import i18next from 'i18next'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { setLanguage, startI18n } from './i18n.ts'

beforeEach(() => localStorage.clear())
afterEach(() => localStorage.clear())

test('[L1] en-US at first; a choice is kept and marks the page at once; Arabic runs right to left', async () => {
  await startI18n()
  expect(document.documentElement.lang).toBe('en-US')
  expect(i18next.t('markets:title')).toBe('Markets')
  await setLanguage('ar-AR')
  expect(localStorage.getItem('language')).toBe('ar-AR')
  expect(document.documentElement.lang).toBe('ar-AR')
  expect(document.documentElement.dir).toBe('rtl')
  await setLanguage('de-DE')
  expect(document.documentElement.dir).toBe('ltr')
})

test('[L1] an unknown stored language means en-US', async () => {
  localStorage.setItem('language', 'xx-XX')
  await startI18n()
  expect(document.documentElement.lang).toBe('en-US')
})

import { defineConfig } from '@playwright/test'
import { launchOptions, screenOf } from './browser.ts'

/** `npm run screenshots`: the pictures of the README, in `docs/screenshots`. */
export default defineConfig({
  testDir: '.',
  testMatch: 'take-screenshots.ts',
  globalSetup: './shared-product.ts',
  outputDir: '../test-results',
  workers: 1,
  timeout: 120_000,
  expect: { timeout: 30_000 },
  use: { launchOptions },
  projects: [
    { name: 'desktop', metadata: { language: 'en-US' }, use: screenOf(1_440, 900, 'en-US') },
    { name: 'phone', metadata: { language: 'en-US' }, use: screenOf(390, 844, 'en-US') },
    {
      name: 'phone-arabic',
      metadata: { language: 'ar-AR' },
      grep: /trade/,
      use: screenOf(390, 844, 'ar-AR'),
    },
  ],
})

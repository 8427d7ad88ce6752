import { defineConfig } from '@playwright/test'
import { launchOptions, screenOf } from './browser.ts'

/** Every screen and its states, at every width; in the full matrix at each in both directions of writing. */
const everywhere = ['accessible-guests.spec.ts', 'accessible-users.spec.ts']
/**
 * The journey that matters most, at a desk; phone-trade.spec.ts trades on the phone. In the full matrix at every width. Any
 * other runs where its screen or its language is the hardest.
 */
const trading = ['contract.spec.ts']
const isFullMatrix = process.env.TEST_PLAN !== 'share'
const inFullMatrix = (...journeys: string[]): string[] => (isFullMatrix ? journeys : [])
/**
 * Acts of a person (acts.ts) that every change is checked for on one form factor: on the phone or at a desk. The full matrix
 * runs them on the other one too.
 */
const acts = {
  onPhone: [
    'sign-in.spec.ts',
    'register.spec.ts',
    'language.spec.ts',
    'settings.spec.ts',
    'counted.spec.ts',
    'history.spec.ts',
  ],
  onPhoneInArabic: [
    'mail-sign-in.spec.ts',
    'profile.spec.ts',
    'security.spec.ts',
    'second-step.spec.ts',
    'funds.spec.ts',
    'funds-failures.spec.ts',
    'funds-reviewed.spec.ts',
    'invitations.spec.ts',
    'fresh-proof.spec.ts',
    'notices.spec.ts',
    'browser-notices.spec.ts',
    'price-alerts.spec.ts',
    'order-question.spec.ts',
  ],
  atDesk: [
    'receipts.spec.ts',
    'newsletter.spec.ts',
    'notification-settings.spec.ts',
    'admin-shown.spec.ts',
    'admin-meanwhile.spec.ts',
    'admin-factors.spec.ts',
    'admin-first-day.spec.ts',
    'admin-factor-needed.spec.ts',
    'admin-files.spec.ts',
    'release.spec.ts',
    'wallet-ways.spec.ts',
    'verifiers.spec.ts',
    'wallets.spec.ts',
    'account-eye.spec.ts',
    'order-rules.spec.ts',
    'two-tabs.spec.ts',
    'faults.spec.ts',
    'records.spec.ts',
    'chart.spec.ts',
    'admin-users.spec.ts',
    'admin-reviews.spec.ts',
    'admin-access.spec.ts',
    'admin-site.spec.ts',
    'administrator.spec.ts',
    'admin-orders.spec.ts',
  ],
}
const onPhone = ['shell.spec.ts', 'markets.spec.ts', 'wallet-apps.spec.ts']
/**
 * What is left to the full matrix, as every change is checked for it elsewhere or once: dialogs that their own journeys open,
 * recorded prices (market-replay.flow.test.ts), rates of every language, pages that are only read, letters of twice the size, how lines of the account stand from right to left, and a
 * second device.
 */
const atLength = {
  onDesktop: ['named-dialogs.spec.ts', 'markets.spec.ts', 'replay.spec.ts', 'rates.spec.ts'],
  onPhone: ['stillness.spec.ts', 'large-letters.spec.ts', 'texts.spec.ts'],
  inArabic: ['named-dialogs.spec.ts', 'accessible-parts.spec.ts', 'account-layout.spec.ts'],
}
/** Receipts and wallets look alike in both directions. */
const accessibleParts = 'accessible-parts.spec.ts'
const onDesktop = [
  'routes.spec.ts',
  'funds-switch.spec.ts',
  'desk-trade.spec.ts',
  'keyboard.spec.ts',
  'stillness.spec.ts',
  'outage.spec.ts',
  'admin-pages.spec.ts',
  'months.spec.ts',
  'account-links.spec.ts',
]

/**
 * Widths of the three device classes, left-to-right and right-to-left; each with the journeys it runs. Those of the first
 * begin first: the longest are among them, and the others fill the time beside them.
 */
const screens = [
  {
    name: 'desktop-en',
    width: 1440,
    height: 900,
    language: 'en-US',
    journeys: [
      ...everywhere,
      ...trading,
      accessibleParts,
      ...onDesktop,
      ...acts.atDesk,
      ...inFullMatrix(...atLength.onDesktop, ...acts.onPhone),
    ],
  },
  {
    name: 'phone-ar',
    width: 390,
    height: 844,
    language: 'ar-AR',
    journeys: [
      ...everywhere,
      ...inFullMatrix(...trading, ...atLength.inArabic),
      'phone-trade.spec.ts',
      'funds-switch.spec.ts',
      ...acts.onPhoneInArabic,
    ],
  },
  {
    name: 'phone-en',
    width: 390,
    height: 844,
    language: 'en-US',
    journeys: [
      ...inFullMatrix(...everywhere, ...trading, ...atLength.onPhone, ...acts.atDesk),
      ...onPhone,
      ...acts.onPhone,
    ],
  },
  {
    name: 'tablet-en',
    width: 768,
    height: 1024,
    language: 'en-US',
    journeys: [...everywhere, ...inFullMatrix(accessibleParts)],
  },
  {
    name: 'tablet-ar',
    width: 768,
    height: 1024,
    language: 'ar-AR',
    journeys: inFullMatrix(...everywhere, ...trading),
  },
  {
    name: 'desktop-ar',
    width: 1440,
    height: 900,
    language: 'ar-AR',
    journeys: inFullMatrix(...everywhere, ...acts.onPhoneInArabic),
  },
]

export default defineConfig({
  testDir: '.',
  globalSetup: './shared-product.ts',
  outputDir: '../test-results',
  // A journey waits for a third of its time: four at once keep two cores busy, three left a quarter of their time unused.
  fullyParallel: true,
  // Tests of this tag do no act and keep no mended fault away (besides-acts.ts): how screens look and fail, at length.
  ...(isFullMatrix ? {} : { grepInvert: /@full\b/ }),
  workers: Number(process.env.E2E_WORKERS ?? 4),
  timeout: 120_000,
  expect: { timeout: 20_000 },
  forbidOnly: true,
  use: {
    launchOptions,
    // The tests of a worker share a context, which is emptied in between.
    reuseContext: true,
    // Files that a worker fetches cannot be held back or lost by a journey.
    serviceWorkers: 'block',
    trace: process.env.E2E_TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
  },
  projects: screens.map(({ name, width, height, language, journeys }) => ({
    name,
    metadata: { language },
    testMatch: journeys,
    use: screenOf(width, height, language),
  })),
})

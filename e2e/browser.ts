import type { PlaywrightTestOptions, PlaywrightWorkerOptions } from '@playwright/test'

const chromium = process.env.CHROMIUM_PATH
const asRoot = process.getuid?.() === 0

/** How Chromium is started: nothing that talks to other hosts, no sandbox only where root runs it. */
export const launchOptions: PlaywrightWorkerOptions['launchOptions'] = {
  ...(chromium ? { executablePath: chromium } : {}),
  args: [
    ...(asRoot ? ['--no-sandbox'] : []),
    '--disable-gpu',
    '--disable-quic',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
}

const windowed = process.env.CHROMIUM_WINDOWED

/** The same, of the build that also shows windows (it need not show any). */
export const windowedOptions: PlaywrightWorkerOptions['launchOptions'] = {
  ...launchOptions,
  ...(windowed ? { executablePath: windowed } : { channel: 'chromium' }),
}

export type Screen = Pick<PlaywrightTestOptions, 'viewport' | 'hasTouch' | 'isMobile' | 'locale'>

export function screenOf(width: number, height: number, language: string): Screen {
  return {
    viewport: { width, height },
    hasTouch: width < 1_025,
    isMobile: false,
    locale: language === 'ar-AR' ? 'ar' : 'en-US',
  }
}

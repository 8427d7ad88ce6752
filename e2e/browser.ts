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

export type Screen = Pick<PlaywrightTestOptions, 'viewport' | 'hasTouch' | 'isMobile' | 'locale'>

export function screenOf(width: number, height: number, language: string): Screen {
  return {
    viewport: { width, height },
    hasTouch: width < 1_025,
    isMobile: false,
    locale: language === 'ar-AR' ? 'ar' : 'en-US',
  }
}

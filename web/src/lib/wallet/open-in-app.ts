import type { WalletChain } from '@truestrike/protocol/wallet-endpoints.ts'
import type { KnownWallet } from './known-wallets.ts'

/** An app that is there has taken over the screen by then. */
const OPENED_WITHIN_MS = 3_000

const APPLE = /iPhone|iPad|iPod/i

/** Tablets of Apple say that they are a Mac; no Mac has a touch screen. */
function isApple({ userAgent, maxTouchPoints }: Navigator): boolean {
  return APPLE.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
}

/** A device whose wallets are apps, not extensions. */
export function isHandheld(device: Navigator = navigator): boolean {
  return /Android/i.test(device.userAgent) || isApple(device)
}

/** Where the wallet is got for this device. */
export function downloadOf(wallet: KnownWallet, device: Navigator = navigator): string {
  if (!isHandheld(device)) return wallet.extension
  return isApple(device) ? wallet.apple : wallet.google
}

/** Opens this page in the wallet's app. `false` when about 3 s later nothing has covered the page. */
export async function openInApp(wallet: KnownWallet, chain: WalletChain): Promise<boolean> {
  let opened = false
  const hide = (): void => {
    opened ||= document.visibilityState === 'hidden'
  }
  const leave = (): void => {
    opened = true
  }
  document.addEventListener('visibilitychange', hide)
  globalThis.addEventListener('pagehide', leave)
  globalThis.location.assign(wallet.deepLink(globalThis.location.href, chain))
  await new Promise((resolve) => setTimeout(resolve, OPENED_WITHIN_MS))
  document.removeEventListener('visibilitychange', hide)
  globalThis.removeEventListener('pagehide', leave)
  return opened
}

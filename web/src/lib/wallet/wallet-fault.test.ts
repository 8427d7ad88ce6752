import { expect, test } from 'vitest'
import { KNOWN_WALLETS } from './known-wallets.ts'
import { downloadOf, isHandheld } from './open-in-app.ts'
import { walletFaultOf } from './wallet-fault.ts'

test('[A5] a rejection is known by its code or its words, whatever was thrown', () => {
  const rejections = [
    { code: 4001 },
    { code: 4001, message: 'anything' },
    new Error('User rejected the request.'),
    new Error('MetaMask Tx Signature: User denied message signature.'),
    'Confirmation declined by user',
    'cancelled by the user',
    { message: 'User rejected' },
  ]
  for (const thrown of rejections) expect(walletFaultOf(thrown).code, JSON.stringify(thrown)).toBe('rejected')
})

test('[A5] a request that waits, and everything else, are other faults', () => {
  expect(walletFaultOf({ code: -32_002, message: 'Request already pending' }).code).toBe('pending')
  expect(walletFaultOf({ code: 4000 }).code).toBe('pending')
  for (const thrown of [
    null,
    undefined,
    7,
    '',
    {},
    new Error('rejected by the network'),
    { code: -32_603 },
  ]) {
    expect(walletFaultOf(thrown).code, String(thrown)).toBe('failed')
  }
})

const device = (userAgent: string, maxTouchPoints = 0) => ({ userAgent, maxTouchPoints }) as Navigator
const IPHONE = device('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', 5)
const IPAD = device('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 5)
const MAC = device('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)')
const ANDROID = device('Mozilla/5.0 (Linux; Android 15; Pixel 9)', 5)
const WINDOWS = device('Mozilla/5.0 (Windows NT 10.0; Win64; x64)', 10)

test('[A5] phones and tablets open apps, computers want the extension; each gets its own download', () => {
  expect([IPHONE, IPAD, ANDROID, MAC, WINDOWS].map(isHandheld)).toEqual([true, true, true, false, false])
  for (const wallet of KNOWN_WALLETS) {
    expect([IPHONE, IPAD, ANDROID, MAC, WINDOWS].map((each) => downloadOf(wallet, each))).toEqual([
      wallet.apple,
      wallet.apple,
      wallet.google,
      wallet.extension,
      wallet.extension,
    ])
  }
})

test('[A5] the links open this page in the app, with its query', () => {
  const page = 'https://trade.example.com/login?next=%2Faccount&code=K7PQ42MD'
  const links = Object.fromEntries(KNOWN_WALLETS.map(({ kind, deepLink }) => [kind, deepLink(page, 'tron')]))
  expect(links.metamask).toBe('metamask://dapp/trade.example.com/login?next=%2Faccount&code=K7PQ42MD')
  expect(new URL(links.trust ?? '').searchParams.get('url')).toBe(page)
  expect(new URL(links.trust ?? '').searchParams.get('coin_id')).toBe('195')
  expect(JSON.parse(new URL(links.tronlink ?? '').searchParams.get('param') ?? '')).toMatchObject({
    url: page,
    action: 'open',
  })
})

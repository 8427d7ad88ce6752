import { expect, test } from './journey.ts'
import { connectWallet, openWalletLogin } from './screens.ts'

const ANDROID =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'
test.use({ userAgent: ANDROID })

test('[A5] on a phone the wallet’s app is asked for; when none opened in 3 s its store is offered', async ({
  page,
  context,
  say,
  faults,
}) => {
  // What the browser writes where no app takes the link.
  faults.expect(/Failed to launch|Not allowed to launch|ERR_UNKNOWN_URL_SCHEME/)
  const asked: string[] = []
  const session = await context.newCDPSession(page)
  await session.send('Page.enable')
  session.on('Page.frameRequestedNavigation', ({ url }) => asked.push(url))
  await context.route('https://play.google.com/**', (route) => route.fulfill({ body: 'store' }))
  const wallets = [
    ['eth', 'MetaMask', /^metamask:\/\/dapp\/127\.0\.0\.1:\d+\/login$/, 'io.metamask'],
    ['tron', 'TronLink', /^tronlinkoutside:\/\/pull\.activity\?param=%7B/, 'com.tronlinkpro.wallet'],
    [
      'tron',
      'Trust Wallet',
      /^trust:\/\/open_url\?coin_id=195&url=http%3A%2F%2F127/,
      'com.wallet.crypto.trustapp',
    ],
  ] as const
  for (const [chain, wallet, link, app] of wallets) {
    await openWalletLogin(page, say)
    const startMs = Date.now()
    await connectWallet(page, say, chain, wallet)
    const question = page.getByRole('alertdialog', { name: say('wallet:app.title', { wallet }) })
    await expect(question).toBeVisible()
    expect(Date.now() - startMs).toBeGreaterThan(2_900)
    expect(asked.at(-1)).toMatch(link)
    // The browser's own question about the link lies over the page and takes the mouse.
    await question
      .getByRole('button', { name: say('wallet:app.download', { wallet }) })
      .dispatchEvent('click')
    await expect(page).toHaveURL(`https://play.google.com/store/apps/details?id=${app}`)
  }
})

test('[A5] an app that took over the screen is not asked about', async ({ page, say, faults }) => {
  faults.expect(/Failed to launch|Not allowed to launch|ERR_UNKNOWN_URL_SCHEME/)
  await openWalletLogin(page, say)
  await connectWallet(page, say, 'eth', 'MetaMask')
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  const button = page.getByRole('button', { name: say('wallet:connectName', { wallet: 'MetaMask' }) })
  await expect(button).toHaveAttribute('aria-busy', 'true')
  await expect(button).not.toHaveAttribute('aria-busy', 'true', { timeout: 6_000 })
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
})

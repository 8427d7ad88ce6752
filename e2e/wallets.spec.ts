import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { injectEthWallet, injectTronWallet } from './injected-wallets.ts'
import { expect, test } from './journey.ts'
import { refusedCall } from './page-faults.ts'
import type { Place } from './person.ts'
import { connectWallet, openWalletLogin } from './screens.ts'
import type { Words } from './words.ts'

const storedToken = (page: Page) => page.evaluate(() => localStorage.getItem('token'))
const storedWallet = (page: Page) => page.evaluate(() => localStorage.getItem('wallet'))

/** Nothing of a sign-in that failed is left. */
async function expectGuest(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/login(\?code=\w+)?$/)
  expect([await storedToken(page), await storedWallet(page)]).toEqual([null, null])
}

/** What the page sends to sign in, changed on its way. */
async function onSignIn(page: Page, change: (body: Record<string, unknown>) => Record<string, unknown>) {
  await page.route('**/api/login/wallet-login', (route) =>
    route.continue({ postData: JSON.stringify(change(route.request().postDataJSON())) }),
  )
}

test('[A4][A6][A11] MetaMask: chosen chain, one signature, and a new user is signed in', async ({
  page,
  context,
  say,
  place,
}) => {
  const wallet = await injectEthWallet(context)
  await openWalletLogin(page, say, place.firstRun.inviteCode)
  await expect(page.getByText(say('wallet:installed'))).toHaveCount(1)
  await page.getByRole('button', { name: say('wallet:connectName', { wallet: 'MetaMask' }) }).click()
  await expect(page.getByText(say('wallet:chain.required'))).toBeVisible()
  expect(wallet.calls).not.toContain('eth_requestAccounts')
  await connectWallet(page, say, 'eth', 'MetaMask')
  await expect(page).toHaveURL(/\/stocks$/)
  const name = `wallet_eth_${wallet.address.toLowerCase().slice(-6)}`
  await expect(page.getByText(say('wallet:welcome', { name }))).toBeVisible()
  expect(JSON.parse((await storedWallet(page)) ?? '')).toMatchObject({ chain: 'eth', key: 'io.metamask' })
  await page.goto('/account')
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  await expect(page.getByRole('button', { name: say('account:signOut') })).toHaveCount(0)
})

for (const how of ['TIP-6963', 'window.tronLink'] as const) {
  test(`[A4][A6] TronLink by ${how}: signs in, and again as the same user`, { tag: '@full' }, async ({
    page,
    context,
    say,
    place,
  }) => {
    const wallet = await injectTronWallet(context, how)
    await openWalletLogin(page, say, place.firstRun.inviteCode)
    await connectWallet(page, say, 'tron', 'TronLink')
    await expect(page).toHaveURL(/\/stocks$/)
    const name = `wallet_tron_${wallet.address.slice(-6)}`
    await page.goto('/account')
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
    await page.getByRole('button', { name: say('wallet:disconnect.action') }).click()
    const question = page.getByRole('alertdialog')
    await question.getByRole('button', { name: say('wallet:disconnect.action') }).click()
    await expectGuest(page)
    await openWalletLogin(page, say, place.firstRun.inviteCode)
    await connectWallet(page, say, 'tron', 'TronLink')
    await expect(page).toHaveURL(/\/stocks$/)
    await page.goto('/account')
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  })
}

test('[A4][A6] Trust Wallet and a wallet nobody knows sign in under their own names', {
  tag: '@full',
}, async ({ page, context, say, place }) => {
  const trust = await injectEthWallet(context, { rdns: 'com.trustwallet.app', name: 'Trust Wallet' })
  await injectEthWallet(context, { rdns: 'example.sleepy', name: '<b>Sleepy</b> Wallet' })
  await openWalletLogin(page, say, place.firstRun.inviteCode)
  await expect(page.getByText('<b>Sleepy</b> Wallet')).toBeVisible()
  await connectWallet(page, say, 'eth', '<b>Sleepy</b> Wallet')
  await expect(page).toHaveURL(/\/stocks$/)
  await page.evaluate(() => localStorage.removeItem('token'))
  await openWalletLogin(page, say, place.firstRun.inviteCode)
  await connectWallet(page, say, 'eth', 'Trust Wallet')
  await expect(page).toHaveURL(/\/stocks$/)
  const name = `wallet_trust_${trust.address.toLowerCase().slice(-6)}`
  await page.goto('/account')
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
})

test.describe('[A5] what a wallet refuses is said in words of its own, and the wallet is let go', () => {
  test('[A5] a user who rejects, at the account or at the signature', async ({
    page,
    context,
    say,
    place,
  }) => {
    const wallet = await injectEthWallet(context)
    await openWalletLogin(page, say, place.firstRun.inviteCode)
    for (const mood of ['rejects-connecting', 'rejects-signing'] as const) {
      wallet.mood = mood
      await connectWallet(page, say, 'eth', 'MetaMask')
      await expect(page.getByText(say('wallet:fault.rejected.title'))).toBeVisible()
      await expect.poll(() => wallet.calls.at(-1)).toBe('wallet_revokePermissions')
      await expectGuest(page)
    }
    wallet.mood = 'approves'
    await connectWallet(page, say, 'eth', 'MetaMask')
    await expect(page).toHaveURL(/\/stocks$/)
  })

  test('[A5] TronLink: rejected by code and in words, and not initialised', { tag: '@full' }, async ({
    page,
    context,
    say,
    place,
  }) => {
    const wallet = await injectTronWallet(context, 'window.tronLink')
    await openWalletLogin(page, say, place.firstRun.inviteCode)
    wallet.locked = true
    await connectWallet(page, say, 'tron', 'TronLink')
    await expect(page.getByText(say('wallet:fault.notReady.title', { wallet: 'TronLink' }))).toBeVisible()
    wallet.locked = false
    for (const mood of ['rejects-connecting', 'rejects-signing'] as const) {
      wallet.mood = mood
      await connectWallet(page, say, 'tron', 'TronLink')
      await expect(page.getByText(say('wallet:fault.rejected.title'))).toBeVisible()
    }
    await expectGuest(page)
  })

  test('[A5] a connection that fails, a wallet that is missing, one that is on another chain, a contract', async ({
    page,
    context,
    say,
    place,
  }) => {
    const wallet = await injectEthWallet(context)
    await openWalletLogin(page, say, place.firstRun.inviteCode)
    wallet.mood = 'breaks'
    await connectWallet(page, say, 'eth', 'MetaMask')
    await expect(page.getByText(say('wallet:fault.failed.title'))).toBeVisible()
    wallet.mood = 'approves'
    wallet.code = '0x6080604052'
    await connectWallet(page, say, 'eth', 'MetaMask')
    await expect(page.getByText(say('wallet:fault.contract.title'))).toBeVisible()
    expect(wallet.calls).not.toContain('personal_sign')
    await connectWallet(page, say, 'tron', 'MetaMask')
    await expect(page.getByText(say('wallet:fault.unsupported.title'))).toBeVisible()
    await connectWallet(page, say, 'tron', 'TronLink')
    await expect(page.getByText(say('wallet:fault.missing.title', { wallet: 'TronLink' }))).toBeVisible()
    const install = page.getByRole('link', { name: say('wallet:install', { wallet: 'TronLink' }) })
    await expect(install).toHaveAttribute('href', 'https://www.tronlink.org/')
    await expect(install).toHaveAttribute('rel', /noopener/)
    // An address that only delegates is no contract.
    wallet.code = `0xef0100${'12'.repeat(20)}`
    await connectWallet(page, say, 'eth', 'MetaMask')
    await expect(page).toHaveURL(/\/stocks$/)
  })
})

test.describe('[A4] what the server refuses is shown in its words', () => {
  const cases = {
    WALLET_WRONG_ACCOUNT: 'Another account signed the message, please choose the right one in your wallet',
    WALLET_WRONG_CHAIN: 'The message was issued for another blockchain, please choose it and connect again',
    WALLET_MESSAGE_CHANGED: 'The signed message is not the one this site issued, nothing was done',
    WALLET_MESSAGE_USED: 'This message was already used, please connect the wallet again',
    WALLET_MESSAGE_EXPIRED: 'The message to sign has expired, please connect the wallet again',
    WALLET_CONTRACT: 'Contract wallets cannot sign in here, please use a wallet with a key of its own',
  }

  async function expectRefused(page: Page, text: string): Promise<void> {
    await expect(page.getByRole('alert').filter({ hasText: text })).toBeVisible()
    await expectGuest(page)
  }

  test('[A4] another account signs, another chain is named, the text is changed, a contract signs', {
    tag: '@full',
  }, async ({ page, context, say, faults, place }) => {
    faults.expect(refusedCall(400))
    const wallet = await injectEthWallet(context)
    await openWalletLogin(page, say, place.firstRun.inviteCode)
    wallet.signsWithOther = true
    await connectWallet(page, say, 'eth', 'MetaMask')
    await expectRefused(page, cases.WALLET_WRONG_ACCOUNT)
    wallet.signsWithOther = false

    const tron = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'
    await onSignIn(page, (body) => ({ ...body, chain: 'tron', address: tron }))
    await connectWallet(page, say, 'eth', 'MetaMask')
    await expectRefused(page, cases.WALLET_WRONG_CHAIN)

    await onSignIn(page, (body) => ({
      ...body,
      message: String(body.message).replace('no approval', 'every approval'),
    }))
    await connectWallet(page, say, 'eth', 'MetaMask')
    await expectRefused(page, cases.WALLET_MESSAGE_CHANGED)

    await onSignIn(page, (body) => ({ ...body, signature: `${body.signature}${'00'.repeat(200)}` }))
    await connectWallet(page, say, 'eth', 'MetaMask')
    await expectRefused(page, cases.WALLET_CONTRACT)
  })

  test('[A4] a message that has expired, as the server answers five minutes later', { tag: '@full' }, async ({
    page,
    context,
    say,
    faults,
    place,
  }) => {
    faults.expect(refusedCall(400))
    await injectEthWallet(context)
    const answer = {
      success: false,
      code: 'WALLET_MESSAGE_EXPIRED',
      message: cases.WALLET_MESSAGE_EXPIRED,
      requestId: 'r',
    }
    await page.route('**/api/login/wallet-login', (route) => route.fulfill({ status: 400, json: answer }))
    await openWalletLogin(page, say, place.firstRun.inviteCode)
    await connectWallet(page, say, 'eth', 'MetaMask')
    await expectRefused(page, cases.WALLET_MESSAGE_EXPIRED)
  })

  test('[A4] a message that was used signs nobody in again', { tag: '@full' }, async ({
    page,
    context,
    say,
    faults,
    place,
  }) => {
    faults.expect(refusedCall(409))
    await injectEthWallet(context)
    let first: Record<string, unknown> | null = null
    await onSignIn(page, (body) => {
      first ??= body
      return first
    })
    await openWalletLogin(page, say, place.firstRun.inviteCode)
    await connectWallet(page, say, 'eth', 'MetaMask')
    await expect(page).toHaveURL(/\/stocks$/)
    await page.evaluate(() => localStorage.removeItem('token'))
    await openWalletLogin(page, say, place.firstRun.inviteCode)
    await connectWallet(page, say, 'eth', 'MetaMask')
    await expectRefused(page, cases.WALLET_MESSAGE_USED)
  })
})

test.describe('[A7] the session lasts as long as the wallet stays', () => {
  async function signedIn(page: Page, say: Words, place: Place): Promise<void> {
    await openWalletLogin(page, say, place.firstRun.inviteCode)
    await connectWallet(page, say, 'eth', 'MetaMask')
    await expect(page).toHaveURL(/\/stocks$/)
  }

  test('[A7] a wallet taken away, or another account in it, ends the session within seconds', async ({
    page,
    context,
    say,
    place,
  }) => {
    const wallet = await injectEthWallet(context)
    await signedIn(page, say, place)
    const token = await storedToken(page)
    await wallet.disconnect(page)
    await expect(page).toHaveURL(/\/login/, { timeout: 12_000 })
    await expect(page.getByText(say('wallet:ended.gone')).first()).toBeVisible()
    expect([await storedToken(page), await storedWallet(page)]).toEqual([null, null])
    const ask = () =>
      page.request.get('/api/layout/user-info', { headers: { Authorization: `Bearer ${token}` } })
    await expect.poll(async () => (await ask()).status()).toBe(401)

    await signedIn(page, say, place)
    await wallet.selectOther(page)
    await expect(page).toHaveURL(/\/login/, { timeout: 12_000 })
    await expect(page.getByText(say('wallet:ended.other')).first()).toBeVisible()
    expect(await storedToken(page)).toBeNull()
  })

  test('[A7] after a page load a wallet has ten seconds to appear', { tag: '@full' }, async ({
    page,
    context,
    say,
    place,
  }) => {
    const wallet = await injectEthWallet(context)
    await signedIn(page, say, place)
    await wallet.disconnect(page)
    await page.reload()
    const checks = () => wallet.calls.filter((method) => method === 'eth_accounts').length
    const before = checks()
    await expect.poll(checks, { timeout: 9_000 }).toBeGreaterThan(before)
    expect(await page.evaluate(() => performance.now())).toBeLessThan(10_000)
    expect(await storedToken(page)).not.toBeNull()
    await expect(page).toHaveURL(/\/login/, { timeout: 15_000 })
    expect(await page.evaluate(() => performance.now())).toBeGreaterThan(9_900)
  })

  test('[A7][A11] TronLink that is locked ends the session; a wallet that stays keeps it', {
    tag: '@full',
  }, async ({ page, context, say, place }) => {
    const wallet = await injectTronWallet(context, 'TIP-6963')
    await openWalletLogin(page, say, place.firstRun.inviteCode)
    await connectWallet(page, say, 'tron', 'TronLink')
    await expect(page).toHaveURL(/\/stocks$/)
    await page.waitForFunction(() => performance.now() > 12_000)
    expect(await storedToken(page)).not.toBeNull()
    await wallet.disconnect(page)
    await expect(page).toHaveURL(/\/login/, { timeout: 12_000 })
  })
})

test('[A4][A6] wallets are linked and unlinked in the account centre; the last way in stays', async ({
  page,
  context,
  say,
  faults,
  place,
}) => {
  const own = await injectEthWallet(context)
  const tron = await injectTronWallet(context, 'TIP-6963')
  await openWalletLogin(page, say, place.firstRun.inviteCode)
  await connectWallet(page, say, 'eth', 'MetaMask')
  await expect(page).toHaveURL(/\/stocks$/)
  await page.goto('/account')
  const section = page.getByRole('region', { name: say('wallet:linked.title') })
  await expect(section.getByRole('listitem')).toHaveCount(1)
  await expect(section.getByText(say('wallet:linked.only'))).toBeVisible()
  await expect(section.getByRole('button', { name: say.like('wallet:linked.unlinkName') })).toHaveCount(0)

  await section.getByRole('button', { name: say('wallet:linked.link') }).click()
  const sheet = page.getByRole('dialog', { name: say('wallet:linked.link') })
  // Another wallet than one of his proves nothing.
  await expect(sheet.getByText(say('security:proof.wallet'))).toBeVisible()
  faults.expect(refusedCall(404))
  await connectWallet(page, say, 'tron', 'TronLink')
  await expect(sheet.getByRole('alert')).not.toBeEmpty()
  await expectAccessible(page, 'proof by a wallet before another is linked')
  await connectWallet(page, say, 'eth', 'MetaMask')
  await expect(sheet.getByText(say('security:proof.wallet'))).toBeHidden()
  await expect(sheet.getByText(say('wallet:linked.sameWallet'))).toBeVisible()
  await connectWallet(page, say, 'tron', 'TronLink')
  await expect(sheet).toBeHidden()
  await expect(section.getByRole('listitem')).toHaveCount(2)
  await expect(section.getByText(tron.address.slice(-4))).toBeVisible()

  const unlink = section.getByRole('button', { name: say.like('wallet:linked.unlinkName') }).last()
  await unlink.click()
  const question = page.getByRole('dialog', { name: say('wallet:linked.ask') })
  await expect(question).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(section.getByRole('listitem')).toHaveCount(2)
  await unlink.click()
  await expect(question).not.toContainText(say('wallet:linked.askHere'))
  await connectWallet(page, say, 'tron', 'MetaMask')
  await expect(question.getByText(say('wallet:fault.unsupported.title'))).toBeVisible()
  await connectWallet(page, say, 'eth', 'MetaMask')
  await expectAccessible(page, 'before a wallet is unlinked')
  await question.getByRole('button', { name: say('wallet:linked.unlink'), exact: true }).click()
  await expect(question).toBeHidden()
  await expect(section.getByRole('listitem')).toHaveCount(1)
  await expect(section.getByText(own.address.slice(-4))).toBeVisible()
  await expect(section.getByText(say('wallet:linked.only'))).toBeVisible()
  // The button that asked is gone; the focus stays in the list.
  await expect(section.getByRole('button', { name: say('wallet:linked.link') })).toBeFocused()
})

test('[A1][R11] wallets are offered only where the site says so', { tag: '@full' }, async ({
  page,
  say,
  place,
}) => {
  let walletLogin = true
  await page.route('**/api/admin/system/basic-info', async (route) => {
    const response = await route.fetch()
    const { data, ...rest } = await response.json()
    await route.fulfill({ response, json: { ...rest, data: { ...data, walletLogin } } })
  })
  await openWalletLogin(page, say, place.firstRun.inviteCode)
  await expect(page.getByText(say('wallet:note'))).toBeVisible()
  walletLogin = false
  await page.reload()
  await expect(page.getByLabel(say('auth:username.label'))).toBeVisible()
  await expect(page.getByRole('tab', { name: say('auth:ways.wallet') })).toHaveCount(0)
})

import { expect, test } from './journey.ts'
import { refusedCall } from './page-faults.ts'

test('[R1] the start page leads to the markets, and /trade to the product last visited', {
  tag: '@full',
}, async ({ page }) => {
  await page.goto('/')
  await expect(page).toHaveURL(/\/stocks$/)
  await page.goto('/trade')
  await expect(page).toHaveURL(/\/trade\/BTCUSDT$/)
  await page.goto('/trade/ETHUSDT')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('lastStock'))).toBe('ETHUSDT')
  await page.goto('/trade')
  await expect(page).toHaveURL(/\/trade\/ETHUSDT$/)
  await page.goto('/trade/')
  await expect(page).toHaveURL(/\/trade\/ETHUSDT$/)
})

test('[R2] a pair written with a slash is understood and remembered', { tag: '@full' }, async ({ page }) => {
  await page.goto('/trade/SOL/USDT')
  await expect(page).toHaveURL(/\/trade\/SOLUSDT$/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('SOL/USDT')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('lastStock'))).toBe('SOLUSDT')
})

test('[R2] an unknown product is said to be unknown, with a way back, and is not remembered', {
  tag: '@full',
}, async ({ page, say, faults }) => {
  faults.expect(refusedCall(404))
  await page.goto('/trade/NOSUCHUSDT')
  await expect(page.getByText(say('trade:unknown.text', { symbol: 'NOSUCHUSDT' }))).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('lastStock'))).not.toBe('NOSUCHUSDT')
  await page
    .getByRole('main')
    .getByRole('link', { name: say('trade:unknown.back') })
    .click()
  await expect(page).toHaveURL(/\/stocks$/)
})

test('[R6] guests see markets and trade, and an unknown path is said to be none', { tag: '@full' }, async ({
  page,
  say,
  faults,
}) => {
  faults.expect(refusedCall(404))
  await page.goto('/stocks')
  await expect(page.getByRole('heading', { name: say('markets:title') })).toBeVisible()
  await page.goto('/no/such/page')
  await expect(page.getByText(say('app:notFound.text'))).toBeVisible()
  await page.getByRole('link', { name: say('app:notFound.back') }).click()
  await expect(page).toHaveURL(/\/stocks$/)
})

test('[R4][C1] a guest who wants a page of users signs in first, and is told why for records', {
  tag: '@full',
}, async ({ page, say }) => {
  for (const path of ['/account', '/contract-record', '/contract-record?contract=7']) {
    await page.goto(path)
    await expect(page).toHaveURL((url) => url.pathname === '/login' && url.searchParams.get('next') === path)
    await expect(page.getByLabel(say('auth:username.label'))).toBeVisible()
    const reason = page.getByText(say('contracts:guest'), { exact: true })
    if (path.startsWith('/contract-record')) await expect(reason).toBeVisible()
    else await expect(reason).toBeHidden()
  }
})

test('[R3] somebody signed in is led from the sign-in pages to the markets or the wanted page', {
  tag: '@full',
}, async ({ page, person }) => {
  expect(person.token).not.toBe('')
  await page.goto('/login')
  await expect(page).toHaveURL(/\/stocks$/)
  await page.goto('/login/register?code=ABCDEFGH')
  await expect(page).toHaveURL(/\/stocks$/)
  await page.goto('/login?next=%2Fcontract-record')
  await expect(page).toHaveURL(/\/contract-record$/)
})

test('[R4] after signing in nobody is led to another site, to a script, or back to the sign-in page', async ({
  page,
  person,
  place,
}) => {
  expect(person.token).not.toBe('')
  for (const next of [
    'https://example.com/',
    '//example.com',
    '/\\example.com',
    '/\t/example.com',
    'javascript:alert(1)',
    '/login?next=/login',
  ]) {
    await page.goto(`/login?next=${encodeURIComponent(next)}`)
    await expect(page, next).toHaveURL(`${place.url}/stocks`)
  }
})

test('[R11] without a configuration the site has its default name', { tag: '@full' }, async ({ page }) => {
  await page.goto('/stocks')
  await expect(page.getByRole('banner').getByRole('link', { name: 'CRYPTO TRADE' })).toHaveAttribute(
    'href',
    '/',
  )
  await expect(page).toHaveTitle(/CRYPTO TRADE/)
})

test('[R5] the back office is for administrators', { tag: '@full' }, async ({ page }) => {
  for (const path of ['/admin', '/admin/dashboard', '/admin/anything']) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/admin\/login$/)
  }
})

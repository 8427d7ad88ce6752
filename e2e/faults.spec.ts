import type { Page } from '@playwright/test'
import { createGate } from './gate.ts'
import { expect, test } from './journey.ts'
import { LOST_CONNECTION } from './page-faults.ts'
import { openTrade, pastDoublePress, withoutConfirmStep } from './screens.ts'

const anything = /Failed to load resource/

/** Answers the next orders in another way. */
async function answerOrders(page: Page, status: number, body: string): Promise<void> {
  await page.unroute('**/api/trade/contracts')
  await page.route('**/api/trade/contracts', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status, body, contentType: 'application/json' })
      : route.continue(),
  )
}

test('[E2][E4] refusals of an order are shown in the words of the catalogue', { tag: '@full' }, async ({
  page,
  person,
  say,
  faults,
}) => {
  expect(person.token).not.toBe('')
  faults.expect(anything)
  await withoutConfirmStep(page)
  const panel = await openTrade(page, say, 'BTCUSDT')
  const cases = [
    { status: 403, body: '', text: say('errors:ACCESS_DENIED') },
    { status: 404, body: '', text: say('errors:NOT_FOUND') },
    { status: 405, body: '', text: say('errors:HTTP_405') },
    { status: 400, body: '{"success":false,"message":"Said by the server"}', text: 'Said by the server' },
    { status: 400, body: '{"success":false}', text: say('errors:OPERATION_FAILED') },
  ]
  for (const { status, body, text } of cases) {
    await answerOrders(page, status, body)
    await expect(panel.up).toBeEnabled()
    // What follows the last press too soon is its second half.
    await pastDoublePress(page)
    await panel.up.click()
    await expect(page.getByText(text).first(), `status ${status}`).toBeVisible()
  }
})

test('[E2] an order nobody knows the fate of is asked for again, also while the network is still away, and never called a failure', async ({
  page,
  person,
  say,
  faults,
}) => {
  expect(person.token).not.toBe('')
  faults.expect(anything)
  await withoutConfirmStep(page)
  const panel = await openTrade(page, say, 'BTCUSDT')
  await answerOrders(page, 500, '')
  await panel.up.click()
  const unknown = page.getByText(say('trade:confirm.unknown'))
  const checkAgain = page.getByRole('button', { name: say('trade:confirm.checkAgain') })
  await expect(unknown).toBeVisible()
  // The network is away now, and still away when it is looked for again.
  await page.unroute('**/api/trade/contracts')
  await page.route('**/api/trade/contracts**', (route) => route.abort('failed'))
  await checkAgain.click()
  await expect(page.getByText(say('trade:confirm.resolving'))).toBeVisible()
  await expect(panel.ask.getByRole('button', { name: say('trade:confirm.cancel') })).toBeDisabled()
  await expect(unknown).toBeVisible()
  await page.unroute('**/api/trade/contracts**')
  await checkAgain.click()
  await expect(panel.ask).toBeHidden()
  await expect(panel.region).toContainText('9,950.00')
})

const signInCases = [
  { title: 'an answer without words', status: 500, key: 'errors:SERVER_ERROR' },
  { title: 'a gateway that has no answer', status: 502, key: 'errors:HTTP_502' },
  { title: 'a service that is not there', status: 503, key: 'errors:HTTP_503' },
  { title: 'a gateway that waited too long', status: 504, key: 'errors:HTTP_504' },
  { title: 'something nobody has heard of', status: 418, key: 'errors:HTTP_OTHER' },
]
test('[E2][E4] signing in says what went wrong on the way', { tag: '@full' }, async ({
  page,
  say,
  faults,
}) => {
  faults.expect(anything)
  await page.goto('/login')
  await page.getByLabel(say('auth:username.label')).fill('somebody')
  await page.getByLabel(say('auth:password.label'), { exact: true }).fill('some-password')
  for (const { title, status, key } of signInCases) {
    await page.unroute('**/api/login/login')
    await page.route('**/api/login/login', (route) => route.fulfill({ status, body: '' }))
    await page.getByRole('button', { name: say('auth:login'), exact: true }).click()
    await expect(page.getByRole('alert').getByText(say(key)), title).toBeVisible()
  }
  await page.unroute('**/api/login/login')
  await page.route('**/api/login/login', (route) => route.abort())
  await page.getByRole('button', { name: say('auth:login'), exact: true }).click()
  await expect(page.getByRole('alert').getByText(say('errors:NETWORK_ERROR'))).toBeVisible()
})

test('[E1][E2] a call without an answer ends after 15 s in words', { tag: '@full' }, async ({
  page,
  say,
}) => {
  await page.goto('/login')
  await page.route('**/api/login/login', () => new Promise<void>(() => undefined))
  await page.getByLabel(say('auth:username.label')).fill('somebody')
  await page.getByLabel(say('auth:password.label'), { exact: true }).fill('some-password')
  const sentMs = Date.now()
  await page.getByRole('button', { name: say('auth:login'), exact: true }).click()
  await expect(page.getByText(say('errors:REQUEST_TIMEOUT'))).toBeVisible({ timeout: 25_000 })
  expect(Date.now() - sentMs).toBeGreaterThan(14_500)
})

test('[E6] a late answer about the user never overwrites a newer one', { tag: '@full' }, async ({
  page,
  person,
  say,
}) => {
  expect(person.token).not.toBe('')
  let asked = 0
  let answered: { data: object } | undefined
  const { isOpen: held, open: release } = createGate()
  await page.goto('/stocks')
  await expect(page.getByRole('button', { name: say('app:accountMenu') })).toBeVisible()
  await page.route('**/api/layout/user-info', async (route) => {
    asked += 1
    const turn = asked
    // Answers are made from the first one: one fetched as the journey ends would be disposed under its reader.
    answered ??= (await (await route.fetch()).json()) as { data: object }
    const { data, ...envelope } = answered
    if (turn === 1) await held
    await route.fulfill({
      json: { ...envelope, data: { ...data, nickname: turn === 1 ? 'late answer' : 'newest answer' } },
    })
  })
  const nav = page.getByRole('navigation')
  await nav.getByRole('link', { name: say('app:nav.contracts') }).click()
  await expect.poll(() => asked).toBeGreaterThan(0)
  await nav.getByRole('link', { name: say('app:nav.account') }).click()
  await expect(page.getByText('newest answer')).toBeVisible()
  const late = page.waitForResponse('**/api/layout/user-info')
  release()
  await late
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
  await expect(page.getByText('newest answer')).toBeVisible()
  await expect(page.getByText('late answer')).toBeHidden()
})

test('[E5] user information that cannot be loaded says so, with a retry', { tag: '@full' }, async ({
  page,
  person,
  say,
  faults,
}) => {
  expect(person.token).not.toBe('')
  faults.expect(anything)
  await page.addInitScript(() => {
    if (location.protocol.startsWith('http')) localStorage.removeItem('user')
  })
  // No connection opens: one that does loads the user as well, and may take the button away before it is pressed.
  await page.routeWebSocket(/\/(ws|trade)$/, () => new Promise(() => undefined))
  await page.route('**/api/layout/user-info', (route) => route.fulfill({ status: 503, body: '' }))
  await page.goto('/account')
  await expect(page.getByText(say('errors:LOAD_USER_INFO'))).toBeVisible()
  await page.unroute('**/api/layout/user-info')
  await page.getByRole('button', { name: say('ui:retry') }).click()
  await expect(page.getByRole('main').getByText('10,000.00').first()).toBeVisible()
})

test('[E2][X4] the very first message is shown although the network is gone', { tag: '@full' }, async ({
  page,
  context,
  say,
  faults,
}) => {
  faults.expect(LOST_CONNECTION, anything)
  const shown = page.waitForResponse(/\/assets\/Toast-/)
  await page.goto('/trade/BTCUSDT')
  await shown
  await expect(page.locator('.td-chart')).toHaveAttribute('aria-busy', 'false')
  await context.setOffline(true)
  const periods = page.getByRole('group', { name: say('trade:chart.period') })
  // At once: between two presses a busy machine may let the second pass that they may not share.
  await periods.getByRole('button').evaluateAll(([, , third, fourth]) => {
    for (const button of [third, fourth]) (button as HTMLElement).click()
  })
  await expect(page.getByText(say('trade:chart.periodWait')).first()).toBeVisible()
})

import type { Browser, BrowserContext } from '@playwright/test'
import {
  askDeposit,
  askWithdrawal,
  creditDeposit,
  get,
  placeOrder,
  sendPassport,
  sendReceipt,
  uidOf,
} from './account-calls.ts'
import { narrow, rowsOf, test } from './back-office.ts'
import { expect } from './journey.ts'
import { refusedCall } from './page-faults.ts'
import type { Person, Place } from './person.ts'
import { turnOnTwoFactor } from './second-factor.ts'
import { adminAnswer, secondOwner } from './second-owner.ts'

// One product for all of them.
test.describe.configure({ mode: 'default' })

interface Listed {
  actual: string
  approvedMs: number | null
}

interface Parts {
  place: Place
  context: BrowserContext
  browser: Browser
  person: Person
  token: string
}

/** Credited by another administrator, who leaves: whoever credits a user does not pay them. */
async function fund({ place, context, browser, person, token }: Parts, amount: string): Promise<void> {
  const id = await askDeposit(place, context, person, amount)
  const second = await secondOwner(place, browser, { context, token })
  await creditDeposit(place, second.context, { id, credited: amount }, second.token)
  await second.leave()
}

/** Takes, approves and ends a withdrawal that nobody has taken yet; `end`: the last step with what it tells. */
async function endWithdrawal(
  { place, context, token }: Pick<Parts, 'place' | 'context' | 'token'>,
  id: string,
  end: { pay: { payoutRef: string } } | { fail: { remark: string } },
): Promise<void> {
  for (const [at, [step, told]] of Object.entries({ take: {}, approve: {}, ...end }).entries())
    await adminAnswer(place, context, `withdraw-orders/${id}/${step}`, { version: at + 1, ...told }, token)
}

test('[D10] a receipt is enlarged and made to fit again; the next order shows its own, and one without says that there is none', async ({
  page,
  context,
  place,
  person,
  office,
  say,
}) => {
  const { drawer, button } = office
  const [first, second, without] = [
    await askDeposit(place, context, person, '31'),
    await askDeposit(place, context, person, '32'),
    await askDeposit(place, context, person, '33'),
  ]
  for (const id of [first, second]) await sendReceipt(place, context, person, id)
  const receiptOf = (id: string) =>
    drawer.getByRole('img', { name: say('admin:orders.receiptOf', { number: `R${id}` }) })
  const open = button(say('admin:orders.receipt'), drawer)
  const next = button(say('admin:table.next'), drawer)

  await office.open('recharge-orders', `?state=pending&search=${person.username}&order=${first}`)
  await open.click()
  const width = () => receiptOf(first).evaluate((img: HTMLImageElement) => img.width)
  await button(say('admin:orders.receiptEnlarge'), drawer).click()
  await expect.poll(width).toBeGreaterThanOrEqual(900)
  await button(say('admin:orders.receiptFit'), drawer).click()
  await expect.poll(width).toBeLessThan(900)
  await button(say('admin:orders.receiptEnlarge'), drawer).click()
  await expect.poll(width).toBeGreaterThanOrEqual(900)

  await next.click()
  await expect(page).toHaveURL(new RegExp(`order=${second}$`))
  await expect(drawer.getByRole('img', { name: say.like('admin:orders.receiptOf') })).toHaveCount(0)
  await open.click()
  await expect(receiptOf(second)).toBeVisible()
  await expect(button(say('admin:orders.receiptEnlarge'), drawer)).toBeVisible()

  await next.click()
  await expect(page).toHaveURL(new RegExp(`order=${without}$`))
  await expect(drawer.getByText(`: ${say('admin:orders.noReceipt')}`)).toBeVisible()
  await expect(open).toBeHidden()
  await expect(button(say('admin:orders.receiptEnlarge'), drawer)).toBeHidden()

  await button(say('admin:table.previous'), drawer).click()
  await expect(page).toHaveURL(new RegExp(`order=${second}$`))
})

test('[D10] [D18] withdrawals that passed every check are approved together, after a question that names their sum; after a change of mind none is', async ({
  page,
  context,
  browser,
  place,
  person,
  office,
  say,
}) => {
  const { question, button, token } = office
  await fund({ place, context, browser, person, token }, '400')
  const earlier = await askWithdrawal(place, context, person, { amount: '100' })
  await endWithdrawal({ place, context, token }, earlier, { pay: { payoutRef: 'e5'.repeat(32) } })
  const { recoveryCodes } = await turnOnTwoFactor(place, context, person)
  for (const code of recoveryCodes.slice(0, 2))
    await askWithdrawal(place, context, person, { amount: '101', code })

  const listed = async (state: string) => {
    const path = `/api/admin/withdraw-orders?state=${state}&search=${person.username}`
    return (await get<{ withdrawals: Listed[] }>(place, context, path, { token })).withdrawals
  }
  const sum = (await listed('pending')).reduce((total, { actual }) => total + Number(actual), 0)

  await office.open('withdraw-orders', `?state=pending&search=${person.username}`)
  const rows = page.locator('tbody tr')
  await expect(rows).toHaveCount(2)
  const checks = page.getByRole('search').getByLabel(say('admin:orders.column.checks'), { exact: true })
  await narrow(rows, 2, checks, { failed: 0, passed: 2 })
  await page.getByRole('checkbox', { name: say('admin:table.chooseAll') }).check()
  const name = say('admin:orders.bulk.approve', { count: 2 })
  const approve = button(name)
  await approve.click()
  await expect(question).toContainText(say('admin:orders.bulk.allPassed'))
  await expect(question).toContainText(sum.toFixed(2))
  await button(say('ui:cancel'), question).click()
  await expect(question).toBeHidden()
  await expect(rows).toHaveCount(2)
  await approve.click()
  await button(name, question).click()
  await expect(rows).toHaveCount(0)
  await expect(question).toBeHidden()
  expect((await listed('processing')).map(({ approvedMs }) => typeof approvedMs)).toEqual([
    'number',
    'number',
  ])
})

test('[D10] a payout that turns out to be made is taken from what its user has left by now; the page says what the platform bears before it does', async ({
  page,
  context,
  browser,
  place,
  person,
  office,
  say,
  faults,
}) => {
  faults.expect(refusedCall(409))
  const { drawer, question, button, token } = office
  await fund({ place, context, browser, person, token }, '200')
  const failed = await askWithdrawal(place, context, person, { amount: '120' })
  await endWithdrawal({ place, context, token }, failed, { fail: { remark: 'the bank sent it back' } })

  await office.open('withdraw-orders', `?state=failed&order=${failed}`)
  const name = say('admin:orders.step.correct')
  await button(name, drawer).click()
  await expect(question.getByText(say.like('admin:orders.effect.shortfall'))).toHaveCount(0)
  await question.getByLabel(say('admin:orders.reference.tron')).fill('f6'.repeat(32))
  await question.getByLabel(say('admin:orders.reason')).fill('it arrived after all')
  // Meanwhile its user asks for most of it elsewhere.
  await askWithdrawal(place, context, person, { amount: '150' })
  await button(name, question).click()
  await expect(question).toBeHidden()
  await expect(office.refusal.first()).toBeVisible()

  await button(name, drawer).click()
  await expect(question).toContainText(say.like('admin:orders.effect.shortfall'))
  await expect(question).toContainText('50.00')
  await button(name, question).click()
  await expect(question).toBeHidden()
  await expect(drawer.getByText(say('admin:orders.shortfall'), { exact: true })).toBeVisible()
  await expect(page.getByText('it arrived after all')).toBeVisible()
})

test('[D15] [D16] dashboard and risks show the balance that is chosen, and lead to what waits, to each whole queue and to the contracts of a product', async ({
  page,
  context,
  place,
  person,
  office,
  say,
}) => {
  const { button, leadsTo, token } = office
  const book = page.getByLabel(say('admin:dashboard.book'), { exact: true })
  const deposit = await askDeposit(place, context, person, '200')
  await creditDeposit(place, context, { id: deposit, credited: '200' }, token)
  await askDeposit(place, context, person, '34')
  await askWithdrawal(place, context, person, { amount: '100' })
  await sendPassport(place, context, person)
  await placeOrder(place, context, person, { durationSeconds: 3_600 })

  await office.open('dashboard')
  const queues = page.getByRole('navigation', { name: say('admin:dashboard.wholeQueue') })
  for (const [name, path] of [
    ['admin:shell.pending.recharge', '/admin/recharge-orders'],
    ['admin:shell.pending.withdraw', '/admin/withdraw-orders'],
    ['admin:orders.identity', '/admin/identity-checks'],
  ] as const)
    expect(await leadsTo(queues.getByRole('button', { name: say(name) }))).toBe(path)
  const review = say('admin:dashboard.review')
  const tasks = page.getByRole('row').filter({ has: button(review) })
  // The oldest five of each kind: those of other tests may be among them.
  for (const [letter, path] of [
    ['R', 'recharge-orders'],
    ['W', 'withdraw-orders'],
  ] as const) {
    const task = tasks.filter({ hasText: new RegExp(`${letter}\\d`) }).first()
    const number = (await task.getByRole('cell').nth(1).innerText()).replace(letter, '')
    expect(await leadsTo(button(review, task))).toMatch(
      new RegExp(`^/admin/${path}\\?state=(pending|processing)&order=${number}$`),
    )
  }
  const uid = await uidOf(place, context, person)
  const check = tasks.filter({ hasText: person.username }).filter({ hasText: say('admin:orders.identity') })
  expect(await leadsTo(button(review, check))).toBe(`/admin/identity-checks?user=${uid}&tab=identity`)
  const figures = page.locator('.adm-figures')
  const stake = figures
    .locator('.panel')
    .filter({ hasText: say('admin:dashboard.openStake') })
    .locator('b')
  await expect(stake).toHaveText('0.00')
  await book.selectOption('demo')
  await expect(stake).toHaveText(/[1-9]/)
  await expect(page).toHaveURL(/\?book=demo$/)

  await office.open('risk', '?book=demo')
  const product = rowsOf(page).filter({ hasText: 'BTC/USDT' })
  await product.click()
  await expect(page).toHaveURL(/symbol=BTCUSDT/)
  await expect(product).toHaveAttribute('aria-current', 'true')
  expect(await leadsTo(button(say('admin-market:risk.show'), product))).toBe(
    '/admin/order-list?state=pending&book=demo&symbol=BTCUSDT',
  )
  await button(say('admin-market:risk.allProducts')).click()
  await expect(page).not.toHaveURL(/symbol=/)
  await expect(product).not.toHaveAttribute('aria-current', 'true')
  const upStake = figures
    .locator('.panel')
    .filter({ hasText: say('admin-market:risk.upStake') })
    .locator('b')
  await expect(upStake).toHaveText(/[1-9]/)
  await book.selectOption('real')
  await expect(upStake).toHaveText('0.00')

  // Other tests meet a site where no identity waits.
  const path = `/api/admin/users/${uid}/identity`
  const { checks } = await get<{ checks: { id: string }[] }>(place, context, path, { token })
  const refusal = { checkId: checks[0]?.id, reason: 'the picture is dark' }
  await adminAnswer(place, context, `users/${uid}/identity/refuse`, refusal, token)
})

import type { Browser, BrowserContext } from '@playwright/test'
import { askDeposit, askWithdrawal, creditDeposit, get, sendReceipt } from './account-calls.ts'
import { test } from './back-office.ts'
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

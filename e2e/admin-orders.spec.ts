import type { Page } from '@playwright/test'
import { ensure } from '@truestrike/core/assert.ts'
import {
  askDeposit,
  askWithdrawal,
  contractsOf,
  creditDeposit,
  get,
  placeOrder,
  uidOf,
} from './account-calls.ts'
import { fillTime, linesOf, type Office, rowsOf, test } from './back-office.ts'
import { expect } from './journey.ts'
import {
  lookThroughContracts,
  lookThroughOrders,
  lookThroughTeams,
  lookThroughWithdrawals,
} from './look-through-lists.ts'
import { refusedCall } from './page-faults.ts'
import { registerPerson } from './person.ts'
import { adminAnswer, secondOwner } from './second-owner.ts'
import { SHORT } from './short-contract.ts'
import type { Words } from './words.ts'

// One product for all of them.
test.describe.configure({ mode: 'default' })

/** A step that asks first: left, then taken without its reason, then with it. */
async function takeStep(page: Page, say: Words, step: string, more?: () => Promise<void>): Promise<void> {
  const drawer = page.getByRole('complementary')
  const question = page.getByRole('alertdialog', { name: say(`admin:orders.ask.${step}`) })
  const name = say(`admin:orders.step.${step}`)
  const opener = drawer.getByRole('button', { name, exact: true })
  await opener.click()
  await question.getByRole('button', { name: say('ui:cancel') }).click()
  await expect(question).toBeHidden()
  await opener.click()
  await question.getByRole('button', { name, exact: true }).click()
  await expect(question.getByText(say('admin:orders.noteMissing'))).toBeVisible()
  await more?.()
  await question.getByLabel(say('admin:orders.reason')).fill(`for the test of ${step}`)
  await question.getByRole('button', { name, exact: true }).click()
  await expect(question).toBeHidden()
}

/** In the shell: the entry of a void, then the blocks before and behind, and back to the entry. */
async function lookThroughLog(page: Page, say: Words, reason: string): Promise<void> {
  const frame = page.frameLocator('iframe')
  const press = (key: string): Promise<void> =>
    frame.getByRole('button', { name: say(`admin-market:log.${key}`), exact: true }).click()
  const entry = frame.locator('tr[aria-current="true"]')
  const blocks = async (): Promise<number[]> =>
    (await frame.locator('.adm-log-block b').allInnerTexts()).map((text) =>
      Number(text.replaceAll(/\D/g, '')),
    )
  const shows = async (block: string): Promise<void> => {
    await expect(page).toHaveURL(new RegExp(`block=${block}$`))
    const asked = Number(new URL(page.url()).searchParams.get('block'))
    await expect.poll(async () => (await blocks())[0]).toBe(asked)
  }
  await expect(page).toHaveURL(/\/admin\/tick-log\?symbol=SOLUSDT&seq=\d+$/)
  await expect(entry).toContainText(reason)
  await press('newest')
  await expect(page).toHaveURL(/symbol=SOLUSDT$/)
  await expect(entry).toHaveCount(0)
  await press('earlier')
  await shows('\\d+')
  const last = (await blocks()).at(-1) ?? 0
  await press('later')
  await shows(String(last + 1))
  await press('lastVoid')
  await expect(entry).toContainText(reason)
}

test('[D10] [D18] [B-2] withdrawals are rejected, fail, come back and turn out to be paid, each after a question and with its reason; several are rejected together', async ({
  page,
  context,
  place,
  person,
  office,
  say,
}) => {
  const { drawer, question, button, token } = office
  const deposit = await askDeposit(place, context, person, '900')
  await creditDeposit(place, context, { id: deposit, credited: '900' }, token)
  const ids: string[] = []
  for (const amount of ['100', '110', '120', '130', '140'])
    ids.push(await askWithdrawal(place, context, person, { amount }))
  const take = async (id = ''): Promise<void> => {
    await office.open('withdraw-orders', `?state=pending&order=${id}`)
    const taken = office.answer(`/${id}/take`)
    await button(say('admin:orders.step.take'), drawer).click()
    await taken
    await office.open('withdraw-orders', `?state=processing&order=${id}`)
  }
  const press = async (step: string): Promise<void> => {
    const done = office.answer(`/${step}`)
    await drawer.getByRole('button', { name: say(`admin:orders.step.${step}`) }).click()
    expect((await done).ok(), step).toBe(true)
  }
  const [rejected, failed, returned] = ids

  await take(rejected)
  await takeStep(page, say, 'reject')
  await office.closeDrawer()
  await expect(
    page.getByText(say('admin:orders.noneFound')).or(page.getByText(say('admin:orders.none'))),
  ).toBeVisible()

  await take(failed)
  await press('approve')
  await takeStep(page, say, 'fail')
  await office.open('withdraw-orders', `?state=failed&order=${failed}`)
  const reference = question.getByLabel(say('admin:orders.reference.tron'))
  await takeStep(page, say, 'correct', async () => {
    await expect(question.getByText(say('admin:orders.referenceRule.tron')).first()).toBeVisible()
    await reference.fill('c3'.repeat(32))
  })
  await expect(drawer.getByText('c3'.repeat(32)).first()).toBeVisible()

  await take(returned)
  await press('approve')
  await drawer.getByLabel(say('admin:orders.reference.tron')).fill('d4'.repeat(32))
  await press('pay')
  await office.open('withdraw-orders', `?state=completed&order=${returned}`)
  await takeStep(page, say, 'return')
  await expect(drawer.getByText('for the test of return').first()).toBeVisible()

  await office.open('withdraw-orders', '?state=pending')
  const rows = page.locator('tbody tr')
  await expect(rows).toHaveCount(2)
  await page.getByRole('checkbox', { name: say('admin:table.chooseAll') }).check()
  // Their user has no second factor: they are not approved together.
  await expect(
    page.getByRole('button', { name: say('admin:orders.bulk.approve', { count: 2 }), exact: true }),
  ).toBeDisabled()
  const reject = button(say('admin:orders.bulk.reject', { count: 2 }))
  await reject.click()
  await button(say('ui:cancel'), question).click()
  await expect(question).toBeHidden()
  await reject.click()
  const sure = button(say('admin:orders.bulk.reject', { count: 2 }), question)
  await sure.click()
  await expect(question.getByText(say('admin:orders.noteMissing'))).toBeVisible()
  await question.getByLabel(say('admin:orders.bulk.rejectNote')).fill('asked by mistake')
  await sure.click()
  await expect(rows).toHaveCount(0)
})

test('[D10] a deposit is not credited with what is no amount, and is rejected after a question, with a reason', async ({
  page,
  context,
  place,
  person,
  office,
  say,
}) => {
  const { drawer, button } = office
  const id = await askDeposit(place, context, person, '70')
  await office.open('recharge-orders', `?state=pending&order=${id}`)
  const taken = office.answer(`/${id}/take`)
  await button(say('admin:orders.step.take'), drawer).click()
  await taken
  await office.open('recharge-orders', `?state=processing&order=${id}`)
  await drawer.getByLabel(say('admin:orders.confirmed')).fill('all of it')
  await drawer.getByRole('button', { name: say('admin:orders.step.credit') }).click()
  await expect(drawer.getByText(say('admin:amount.none'))).toBeVisible()
  await takeStep(page, say, 'reject')
  await office.open('recharge-orders', `?state=rejected&order=${id}`)
  await expect(drawer.getByText('for the test of reject').first()).toBeVisible()
})

test('[D9] [D17] a void needs two administrators, an interval and a reason; it is withdrawn, refused with a reason, or confirmed after a question, and found in the list and in the log', async ({
  page,
  context,
  browser,
  place,
  person,
  office,
  say,
}) => {
  const { drawer, question, button, token } = office
  const t = (key: string) => say(`admin-contracts:voids.${key}`)
  // While a contract is open its log is sealed every second.
  await placeOrder(place, context, person, { symbol: 'SOLUSDT', durationSeconds: 3_600 })
  await office.open('voids')
  await expect(page.getByText(t('aloneText'))).toBeVisible()
  const second = await secondOwner(place, browser, { context, token })
  await page.reload()
  await button(t('propose')).click()
  const send = button(t('propose'), drawer)
  await expect(send).toBeDisabled()
  await drawer.getByLabel(say('admin:dashboard.product')).selectOption('SOLUSDT')
  const ago = (ms: number) => new Date(Date.now() - ms).toISOString().slice(0, 19)
  await fillTime(drawer, t('from'), ago(120_000), say)
  await fillTime(drawer, t('to'), ago(60_000), say)
  await expect(drawer.getByText(t('effect'))).toBeVisible()
  await expect(send).toBeDisabled()
  await drawer.getByLabel(t('reason')).fill('wrong prices')
  await send.click()
  await expect(drawer.getByText(t('needsOther'))).toBeVisible()
  await expect(button(t('confirm'), drawer)).toBeHidden()
  await button(t('withdraw'), drawer).click()
  await expect(drawer.getByText(t('states.withdrawn')).first()).toBeVisible()

  const propose = async (reason: string): Promise<string> => {
    const nowMs = Date.now()
    const body = { symbol: 'SOLUSDT', fromMs: nowMs - 120_000, toMs: nowMs - 60_000, reason }
    return (await second.call<{ void: { id: string } }>('voids', body)).void.id
  }
  await office.open('voids', `?void=${await propose('also wrong')}`)
  await button(t('refuse'), drawer).click()
  await button(say('ui:cancel'), question).click()
  await expect(question).toBeHidden()
  await button(t('refuse'), drawer).click()
  await button(t('refuse'), question).click()
  await expect(question.getByText(say('admin:orders.noteMissing'))).toBeVisible()
  await question.getByLabel(t('refuseNote')).fill('the prices are right')
  await button(t('refuse'), question).click()
  await expect(drawer.getByText('the prices are right').first()).toBeVisible()

  await office.open('voids', `?void=${await propose('wrong after all')}`)
  await button(t('confirm'), drawer).click()
  await button(say('ui:cancel'), question).click()
  await expect(question).toBeHidden()
  await button(t('confirm'), drawer).click()
  await button(t('confirm'), question).click()
  await expect(question).toBeHidden()
  await expect(button(t('confirm'), drawer)).toBeHidden()
  await second.leave()

  await office.closeDrawer()
  await page.getByRole('tab', { name: t('tab.all') }).click()
  const row = (text: string) => page.locator('tbody tr').filter({ hasText: text })
  const product = page.getByRole('search').getByLabel(say('admin:dashboard.product'))
  await expect(row('also wrong')).toContainText(t('states.refused'))
  await product.selectOption('BTCUSDT')
  await expect(row('also wrong')).toHaveCount(0)
  await product.selectOption('SOLUSDT')
  await row('wrong after all').click()
  await button(say('admin-contracts:toLog'), drawer).click()
  await lookThroughLog(page, say, 'wrong after all')
})

/** Saves each list as it is, and as it is when it finds nothing, and looks through it in between. */
async function saveLists(
  { page, office, say }: { page: Page; office: Office; say: Words },
  looks: Record<string, () => Promise<void>>,
): Promise<void> {
  const press = () => office.button(say('admin:table.export')).click()
  for (const [list, lookThrough] of Object.entries(looks)) {
    await office.open(list)
    const search = page.getByRole('search')
    await expect(search).toBeVisible()
    const [head] = await linesOf(page, press)
    expect(head, list).toContain(',')
    await lookThrough()
    await search.getByRole('textbox').or(search.getByRole('searchbox')).first().fill('nobody at all')
    await expect(rowsOf(page)).toHaveCount(0)
    expect(await linesOf(page, press), list).toEqual([head])
    await refuseFile(page, office, say)
  }
}

/** No file is made: the page says so. */
async function refuseFile(page: Page, office: Office, say: Words): Promise<void> {
  await page.route('**/export*', (route) => route.fulfill({ status: 503, body: '' }), { times: 1 })
  await office.button(say('admin:table.export')).click()
  await expect(page.locator('.toast').filter({ hasText: say('admin:orders.exportFailed') })).toBeVisible()
}

test('[D3] [D10] deposits and withdrawals are saved as files: what is listed, nothing but its head, or a word that it failed; the lists are narrowed, put in order and opened', async ({
  page,
  context,
  place,
  person,
  office,
  say,
  faults,
}) => {
  faults.expect(refusedCall(503))
  const looking = { page, office, say, uid: await uidOf(place, context, person) }
  const deposit = await askDeposit(place, context, person, '500')
  await creditDeposit(place, context, { id: deposit, credited: '500' }, office.token)
  for (const amount of ['80', '90']) await askDeposit(place, context, person, amount)
  for (const amount of ['100', '110']) await askWithdrawal(place, context, person, { amount })
  await saveLists(looking, {
    'recharge-orders': async () => {
      await lookThroughOrders(looking, {
        ...{ amounts: ['80', '90'], searches: 'admin:orders.search', none: 'wallet', both: 'bank' },
      })
      await office.closeDrawer()
    },
    'withdraw-orders': async () => {
      await lookThroughOrders(looking, {
        ...{ amounts: ['100', '110'], searches: 'admin:orders.searchAddress', none: 'bank', both: 'tron' },
      })
      await lookThroughWithdrawals(looking)
    },
  })
})

test('[D3] [D7] [D9] [D14] every other list is saved as a file: what is listed, nothing but its head, or a word that it failed; contracts are narrowed and put in order, and lists go on below', async ({
  page,
  context,
  place,
  person,
  office,
  say,
  faults,
}) => {
  faults.expect(refusedCall(503))
  const { button, drawer, token } = office
  const up = await placeOrder(place, context, person, { durationSeconds: 3_600 })
  const down = await placeOrder(place, context, person, {
    ...{ direction: 'down', durationSeconds: 3_600, stake: '25' },
  })
  await placeOrder(place, context, person, { ...SHORT, stake: '15' })
  const uid = await uidOf(place, context, person)
  const looking = { page, office, say, uid }
  const { code } = await get<{ code: string }>(place, context, '/api/account/invitations', person)
  const { username: friend } = await registerPerson(place, context, code)
  await saveLists(looking, {
    teams: () => lookThroughTeams(looking, friend),
    'order-list': async () => {
      const completed = () => contractsOf(place, context, person, 'completed')
      await expect.poll(async () => (await completed()).length).toBe(1)
      await lookThroughContracts(looking, { up, down, settled: ensure((await completed())[0]) })
    },
  })
  // More than the first page of a list has.
  const note = (at: number) => ({ text: `note ${at}`, requestId: crypto.randomUUID() })
  const write = (at: number) => adminAnswer(place, context, `users/${uid}/notes`, note(at), token)
  await Promise.all(Array.from({ length: 31 }, (_, at) => write(at)))
  // No more files are made within a minute for one administrator.
  for (const [list, query, part, rows] of [
    ['users', `?user=${uid}&tab=notes`, drawer, drawer.getByRole('listitem')],
    ['audit-log', `?subject=user:${uid}`, page.locator('.adm-list'), rowsOf(page)],
  ] as const) {
    await office.open(list, query)
    await expect(rows).toHaveCount(30)
    await button(say('admin:table.more'), part).click()
    await expect(rows.nth(30)).toBeVisible()
    await office.open(list)
    await refuseFile(page, office, say)
  }
})

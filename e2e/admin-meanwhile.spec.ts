import type { Page } from '@playwright/test'
import { enUS } from '@truestrike/protocol/messages/en-US.ts'
import type { ReviewedDeposit } from '@truestrike/protocol/review-endpoints.ts'
import { askDeposit, askWithdrawal, creditDeposit, get, sendPassport, uidOf } from './account-calls.ts'
import { countCalls, test } from './back-office.ts'
import { handInAgain } from './hand-in-again.ts'
import { expect } from './journey.ts'
import { refusedCall } from './page-faults.ts'
import { post } from './person.ts'
import { adminAnswer } from './second-owner.ts'

// What somebody else decides while one administrator has the page open. One product for all of them.
test.describe.configure({ mode: 'default' })

/** Lets somebody else decide after the press and before its call arrives: the page does not know of it yet. */
async function decideBefore(page: Page, path: string, decide: () => Promise<unknown>): Promise<void> {
  await page.route(
    `**${path}`,
    async (route) => {
      await decide()
      await route.continue()
    },
    { times: 1 },
  )
}

test('[D10] a deposit that another administrator has taken, or its user has cancelled, is not taken: the page says who has it, or what it is now; one that was taken is taken over', async ({
  context,
  place,
  person,
  office,
  second,
  say,
  faults,
}) => {
  faults.expect(refusedCall(409))
  const { drawer, button, answer } = office
  const taken = await askDeposit(place, context, person, '40')
  const cancelled = await askDeposit(place, context, person, '41')
  const take = button(say('admin:orders.step.take'), drawer)

  await office.open('recharge-orders', `?state=pending&order=${taken}`)
  await expect(take).toBeVisible()
  await second.call(`recharge-orders/${taken}/take`, { version: 1 })
  await take.click()
  await expect(office.refusal).toContainText(second.username)
  await expect(take).toBeHidden()
  await button(say('admin:orders.step.takeOver'), drawer).click()
  await expect(drawer.getByText(say('admin:orders.taken.me'), { exact: true })).toBeVisible()
  // More than was asked for is no more than proposed.
  await drawer.getByLabel(say('admin:orders.confirmed')).fill('40.01')
  const proposed = answer(`/${taken}/approve`)
  await button(say('admin:orders.step.propose'), drawer).click()
  const { deposit } = ((await (await proposed).json()) as { data: { deposit: ReviewedDeposit } }).data
  expect(deposit).toMatchObject({ state: 'processing', credited: null, proposed: { byMe: true } })
  expect(Number(deposit.proposed?.amount)).toBe(40.01)

  await office.open('recharge-orders', `?state=pending&order=${cancelled}`)
  await expect(take).toBeVisible()
  const path = `/api/account/deposits/${cancelled}/cancel`
  expect((await post(place, context, path, null, person.token)).ok()).toBe(true)
  await take.click()
  await expect(office.refusal).toHaveText(enUS.REVIEW_CONFLICT)
  await expect(drawer.getByText(say('admin:orders.states.cancelled'), { exact: true })).toBeVisible()
  await expect(take).toBeHidden()
})

test('[D10] a withdrawal that another administrator has taken or approved is neither taken nor approved once more', async ({
  context,
  place,
  person,
  office,
  second,
  say,
  faults,
}) => {
  faults.expect(refusedCall(409))
  const { drawer, answer, token } = office
  const deposit = await askDeposit(place, context, person, '300')
  await creditDeposit(place, context, { id: deposit, credited: '300' }, token)
  const taken = await askWithdrawal(place, context, person, { amount: '100' })
  const approved = await askWithdrawal(place, context, person, { amount: '110' })
  const step = (name: string) => drawer.getByRole('button', { name: say(`admin:orders.step.${name}`) })

  await office.open('withdraw-orders', `?state=pending&order=${taken}`)
  await expect(step('take')).toBeVisible()
  await second.call(`withdraw-orders/${taken}/take`, { version: 1 })
  await step('take').click()
  await expect(office.refusal).toContainText(second.username)
  await step('takeOver').click()
  await expect(drawer.getByText(say('admin:orders.taken.me'), { exact: true })).toBeVisible()
  await expect(step('approve')).toBeEnabled()

  await office.open('withdraw-orders', `?state=pending&order=${approved}`)
  const done = answer(`/${approved}/take`)
  await step('take').click()
  expect((await done).ok()).toBe(true)
  await expect(step('approve')).toBeEnabled()
  await second.call(`withdraw-orders/${approved}/take`, { version: 2 })
  await second.call(`withdraw-orders/${approved}/approve`, { version: 3 })
  await step('approve').click()
  await expect(office.refusal).toContainText(second.username)
  await expect(step('approve')).toBeHidden()
  await expect(drawer.getByText(say('admin:orders.approvedBy'), { exact: true })).toBeVisible()
})

test('[D6] [F9] an identity that another administrator has refused is not confirmed: the page shows the decision that holds, and whose it is hands in other documents', async ({
  context,
  place,
  person,
  office,
  second,
  say,
  faults,
}) => {
  faults.expect(refusedCall(409))
  const { drawer, button, token } = office
  await sendPassport(place, context, person)
  const uid = await uidOf(place, context, person)
  const path = `/api/admin/users/${uid}/identity`
  const { checks } = await get<{ checks: { id: string }[] }>(place, context, path, { token })
  await office.open('identity-checks', `?user=${uid}&tab=identity`)
  await drawer.getByRole('button', { name: say('admin-people:side.front') }).click()
  const confirm = button(say('admin-people:verify'), drawer)
  await expect(confirm).toBeEnabled()
  const refusal = { checkId: checks[0]?.id, reason: 'the picture is dark' }
  await second.call(`users/${uid}/identity/refuse`, refusal)
  await confirm.click()
  await expect(office.refusal).toHaveText(enUS.REVIEW_CONFLICT)
  await expect(drawer.getByRole('heading', { name: say('admin:orders.identities.refused') })).toBeVisible()
  await expect(drawer.getByText('the picture is dark')).toBeVisible()
  await expect(confirm).toBeHidden()
  const user = await context.newPage()
  await handInAgain(user, say, 'the picture is dark')
  await office.open('identity-checks', `?user=${uid}&tab=identity`)
  for (const [at, side] of ['front', 'back'].entries()) {
    await button(say(`admin-people:side.${side}`), drawer).click()
    await expect(drawer.locator('.adm-papers img')).toHaveCount(at + 1)
  }

  // Other tests meet a site where no identity waits.
  const { checks: all } = await get<{ checks: { id: string; state: string }[] }>(place, context, path, {
    token,
  })
  const waiting = all.filter(({ state }) => state === 'pending')
  expect(waiting).toHaveLength(1)
  await second.call(`users/${uid}/identity/refuse`, { ...refusal, checkId: waiting[0]?.id })
})

test('[D17] a proposal that was decided meanwhile is not taken back; one that was not is taken back once, however often it is pressed', async ({
  page,
  context,
  place,
  person,
  office,
  second,
  say,
  faults,
}) => {
  faults.expect(refusedCall(409))
  const { drawer, button, token } = office
  const uid = await uidOf(place, context, person)
  const propose = async (amount: string): Promise<string> => {
    const asked = { reason: 'a mistake of ours', requestId: crypto.randomUUID(), book: 'real', amount }
    const path = `users/${uid}/adjust-balance`
    return (await adminAnswer<{ proposal: { id: string } }>(place, context, path, asked, token)).proposal.id
  }
  const withdraw = button(say('admin-approvals:withdraw'), drawer)
  const decided = await propose('12.5')
  await office.open('approvals', `?proposal=${decided}`)
  await expect(withdraw).toBeVisible()
  await second.call(`approvals/${decided}/refuse`, { version: 1, remark: 'not our mistake' })
  await withdraw.click()
  await expect(office.refusal).toHaveText(enUS.REVIEW_CONFLICT)
  await expect(drawer.getByText(say('admin-approvals:state.refused'), { exact: true })).toBeVisible()
  await expect(drawer.getByText('not our mistake')).toBeVisible()
  await expect(withdraw).toBeHidden()

  const mine = await propose('13')
  const calls = countCalls(page, `/approvals/${mine}/withdraw`)
  await office.open('approvals', `?proposal=${mine}`)
  await withdraw.dblclick()
  await expect(drawer.getByText(say('admin-approvals:state.withdrawn'), { exact: true })).toBeVisible()
  await expect(office.refusal).toHaveCount(0)
  expect(calls()).toBe(1)
})

test('[D9] a void that was decided meanwhile is not taken back, and the page says so; one that was not is taken back once, however often it is pressed', async ({
  page,
  context,
  place,
  office,
  second,
  say,
  faults,
}) => {
  faults.expect(refusedCall(409))
  const { drawer, button, token } = office
  const t = (key: string) => say(`admin-contracts:voids.${key}`)
  const propose = async (): Promise<string> => {
    const nowMs = Date.now()
    const asked = { symbol: 'SOLUSDT', fromMs: nowMs - 120_000, toMs: nowMs - 60_000, reason: 'wrong prices' }
    return (await adminAnswer<{ void: { id: string } }>(place, context, 'voids', asked, token)).void.id
  }
  const withdraw = button(t('withdraw'), drawer)
  const decided = await propose()
  await office.open('voids', `?void=${decided}`)
  await decideBefore(page, `/voids/${decided}/withdraw`, () =>
    second.call(`voids/${decided}/refuse`, { version: 1, remark: 'the prices are right' }),
  )
  await withdraw.click()
  await expect(drawer.getByText(t('states.refused')).first()).toBeVisible()
  await expect(drawer.getByText('the prices are right')).toBeVisible()
  await expect(office.refusal).toHaveText(enUS.REVIEW_CONFLICT)
  await expect(withdraw).toBeHidden()

  const mine = await propose()
  const calls = countCalls(page, `/voids/${mine}/withdraw`)
  await office.open('voids', `?void=${mine}`)
  await withdraw.dblclick()
  await expect(drawer.getByText(t('states.withdrawn')).first()).toBeVisible()
  await expect(office.refusal).toHaveCount(0)
  expect(calls()).toBe(1)
})

test('[N7] an announcement that was withdrawn meanwhile is not withdrawn once more, and the page says so', async ({
  office,
  second,
  say,
  faults,
}) => {
  faults.expect(refusedCall(409))
  const { drawer, question, button } = office
  const nowMs = Date.now()
  const words = {
    ...{ texts: { 'en-US': { title: 'Late hours', text: 'Open all night.' } }, fallback: 'en-US' },
    ...{ fromMs: nowMs + 3_600_000, toMs: nowMs + 7_200_000, mail: null, requestId: crypto.randomUUID() },
  }
  const { announcement } = await second.call<{ announcement: { id: string } }>('announcements', words)
  await second.call(`announcements/${announcement.id}/publish`, { version: 1 })
  await office.open('announcements', `?announcement=${announcement.id}`)
  const withdraw = button(say('admin-announcements:withdraw'), drawer)
  await expect(withdraw).toBeVisible()
  await second.call(`announcements/${announcement.id}/withdraw`, { version: 2 })
  await withdraw.click()
  await button(say('admin-announcements:withdraw'), question).click()
  await expect(office.refusal).toHaveText(enUS.REVIEW_CONFLICT)
  await expect(
    drawer.getByText(say('admin-announcements:state.withdrawn'), { exact: true }).first(),
  ).toBeVisible()
  await expect(withdraw).toBeHidden()
})

test('[D8] a duration that somebody else has stopped meanwhile stays stopped when it is stopped once more', async ({
  context,
  place,
  office,
  second,
  say,
}) => {
  const { drawer, question, button, answer, token } = office
  const t = (key: string) => say(`admin-settings:rules.${key}`)
  const path = '/api/admin/game-rules?symbol=EURUSDT'
  const read = async () => {
    const { rules } = await get<{
      rules: { durationSeconds: number; version: number; enabled: boolean }[]
    }>(place, context, path, { token })
    return rules.find(({ durationSeconds }) => durationSeconds === 60)
  }
  const rule = await read()
  await office.open('game-rules', '?symbol=EURUSDT&rule=EURUSDT-60')
  await expect(button(t('stop'), drawer)).toBeVisible()
  const stopped = { symbol: 'EURUSDT', durationSeconds: 60, version: rule?.version, enabled: false }
  await second.call('game-rules/switch', stopped)
  const done = answer('/game-rules/switch')
  await button(t('stop'), drawer).click()
  await button(t('stop'), question).click()
  expect((await done).ok()).toBe(true)
  await expect(button(t('offer'), drawer)).toBeVisible()
  await expect(office.refusal).toHaveCount(0)
  expect((await read())?.enabled).toBe(false)
  await second.call('game-rules/switch', { ...stopped, enabled: true })
})

test('[D13] an administrator whom somebody else has changed or enabled meanwhile is shown as they are now; enabled twice in a row is enabled once', async ({
  page,
  context,
  place,
  office,
  second,
  say,
  faults,
}) => {
  faults.expect(refusedCall(409))
  const { drawer, button, token } = office
  const t = (key: string) => say(`admin-access:${key}`)
  const made = await second.call<{ administrator: { id: string } }>('administrators', {
    ...{ username: `helper${Date.now() % 1_000_000}`, role: 'support' },
  })
  const { id } = made.administrator
  const path = `/api/admin/administrators/${id}`
  const actOn = async (act: string, more = {}): Promise<void> => {
    const { administrator } = await get<{ administrator: { version: number } }>(place, context, path, {
      token,
    })
    await second.call(`administrators/${id}/${act}`, { version: administrator.version, ...more })
  }
  const enable = button(t('act.enable'), drawer)
  const role = drawer.getByLabel(t('people.role'))

  await office.open('roles', `?administrator=${id}`)
  await role.selectOption('finance')
  await actOn('role', { role: 'auditor' })
  await button(t('act.role'), drawer).click()
  await expect(office.refusal).toHaveText(enUS.ADMINISTRATOR_CHANGED)
  await expect(role).toHaveValue('auditor')
  await expect(button(t('act.role'), drawer)).toBeHidden()

  await actOn('disable')
  await page.reload()
  await expect(enable).toBeVisible()
  await actOn('enable')
  await enable.click()
  await expect(office.refusal).toHaveText(enUS.ADMINISTRATOR_CHANGED)
  await expect(enable).toBeHidden()
  await expect(button(t('act.disable'), drawer)).toBeVisible()

  await actOn('disable')
  await page.reload()
  const calls = countCalls(page, `${path}/enable`)
  await enable.dblclick()
  await expect(button(t('act.disable'), drawer)).toBeVisible()
  await expect(office.refusal).toHaveCount(0)
  expect(calls()).toBe(1)
  await actOn('disable')
})

test('[D12] settings that a colleague has changed are taken over once that is asked for: saved again nothing is replaced and what was typed stays; changed once more, the newest are shown', async ({
  page,
  context,
  place,
  office,
  second,
  say,
  faults,
}) => {
  faults.expect(refusedCall(409))
  interface Config {
    mail: { senderName: string }
    versions: { mail: { version: number } }
  }
  const read = () => get<Config>(place, context, '/api/admin/system/config', office)
  const { mail: before } = await read()
  const change = async (senderName: string): Promise<void> => {
    const { mail, versions } = await read()
    const { version } = versions.mail
    await second.call('system/config/mail', { version, mail: { ...mail, senderName } })
  }
  const sender = page.getByLabel(say('admin-settings:mail.senderName'), { exact: true })
  const save = office.button(say('admin-settings:save'))
  const take = office.button(say('admin:conflict.take'))
  const press = async (status: number): Promise<void> => {
    const saved = office.answer('/system/config/mail')
    await save.click()
    expect((await saved).status()).toBe(status)
  }

  await office.open('system-config', '?section=mail')
  await sender.fill('Mine')
  await change('Theirs')
  await press(409)
  await expect(page.getByText(say('admin:conflict.text'))).toBeVisible()
  await press(409)
  await expect(sender).toHaveValue('Mine')
  expect((await read()).mail.senderName).toBe('Theirs')
  await change('Theirs, later')
  await press(409)
  await take.click()
  await expect(sender).toHaveValue('Theirs, later')
  await expect(take).toBeHidden()
  await sender.fill(before.senderName)
  await press(200)
  expect((await read()).mail).toEqual(before)
})

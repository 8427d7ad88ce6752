import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { BrowserContext } from '@playwright/test'
import { ensure } from '@truestrike/core/assert.ts'
import type { OfferedRule } from '@truestrike/protocol/rule-endpoints.ts'
import { balanceOf, get, placeOrder, sendPassport, uidOf } from './account-calls.ts'
import { countFiles, linesOf, narrow, test } from './back-office.ts'
import { pdf } from './file-dialog.ts'
import { expect } from './journey.ts'
import { refusedCall } from './page-faults.ts'
import { type Place, post, registerPerson } from './person.ts'
import type { SecondOwner } from './second-owner.ts'

// One product for all of them.
test.describe.configure({ mode: 'default' })

interface Made {
  proposal: { id: string }
}

/** Proposals of another administrator that are about no user: of a rule, and of the limits. */
async function proposeOthers(
  place: Place,
  context: BrowserContext,
  { token, second }: { token: string; second: SecondOwner },
): Promise<{ withdraw(): Promise<void> }> {
  const path = '/api/admin/game-rules?symbol=EURUSDT&durationSeconds=86400'
  const { rules } = await get<{ rules: OfferedRule[] }>(place, context, path, { token })
  const { symbol, category, version, hash, createdMs, enabled, ...rule } = ensure(rules[0])
  const preview = '/api/admin/system/config/second-admin/preview?to=900000'
  const { from } = await get<{ from: string }>(place, context, preview, { token })
  const asked = () => ({ reason: 'a test', requestId: randomBytes(8).toString('hex') })
  const made = [
    await second.call<Made>('game-rules/propose', {
      ...{ ...asked(), products: [{ symbol, version }] },
      rule: { ...rule, payoutBps: rule.payoutBps - 100 },
    }),
    await second.call<Made>('system/config/second-admin', { ...asked(), from, to: '900000' }),
  ]
  return {
    async withdraw() {
      for (const { proposal } of made) await second.call(`approvals/${proposal.id}/withdraw`, { version: 1 })
    },
  }
}

test('[D6] a user is signed out, frozen, let in again and corrected, each with a reason; without one, or after a change of mind, nothing is done; the list of users is narrowed and put in order', async ({
  page,
  context,
  place,
  person,
  office,
  say,
  faults,
}) => {
  faults.expect(refusedCall(400), refusedCall(409))
  const { drawer, button } = office
  const uid = await uidOf(place, context, person)
  const { code } = await get<{ code: string }>(place, context, '/api/account/invitations', person)
  await office.open('users', `?user=${uid}`)
  expect(await office.leadsTo(button(say('admin-people:openTeam'), drawer))).toBe(`/admin/teams?team=${uid}`)
  expect(await office.leadsTo(button(say('admin:page.audit-log'), drawer))).toBe(
    `/admin/audit-log?subject=user:${uid}`,
  )
  const reason = drawer.getByLabel(say('admin-people:reason'), { exact: true })
  const named = (act: string) => button(say(`admin-people:act.${act}`), drawer)
  const fill = async (act: string): Promise<void> => {
    await named(act).click()
    await button(say('admin-people:leave'), drawer).click()
    await expect(reason).toBeHidden()
    await named(act).click()
    await named(act).click()
    await expect(drawer.getByText(say('admin:orders.noteMissing'))).toBeVisible()
    await reason.fill(`for the test of ${act}`)
    await named(act).click()
  }
  const refused = drawer.getByRole('alert').filter({ hasText: /\S/ })
  for (const act of ['signOut', 'freeze', 'unfreeze']) {
    await fill(act)
    await expect(page.locator('.toast').filter({ hasText: say(`admin-people:done.${act}`) })).toBeVisible()
    await expect(reason).toBeHidden()
  }
  // Who is signed in nowhere cannot be signed out.
  await fill('signOut')
  await expect(refused).toBeVisible()
  await button(say('admin-people:leave'), drawer).click()

  const { username, password } = person
  const answer = await post(place, context, '/api/login/login', { username, password })
  const { token } = ((await answer.json()) as { data: { token: string } }).data
  await named('adjust').click()
  await drawer.getByLabel(say('admin:dashboard.book')).selectOption('demo')
  const amount = drawer.getByLabel(say('admin-people:amount'))
  const told = drawer.getByLabel(say('admin-people:reasonTold'))
  await told.fill('a mistake of ours')
  await named('adjust').click()
  await expect(drawer.getByText(say('admin:amount.none'))).toBeVisible()
  await amount.fill('a lot')
  await named('adjust').click()
  await expect(drawer.getByText(say('admin:amount.none'))).toBeVisible()
  await amount.fill('-25.5')
  await named('adjust').click()
  await expect(amount).toBeHidden()
  await expect
    .poll(async () => Number((await balanceOf(place, context, { ...person, token })).available))
    .toBe(9_974.5)

  const enter = (tab: string) => drawer.getByRole('tab', { name: say(`admin-people:tab.${tab}`) }).click()
  await enter('ledger')
  await expect(drawer.getByText(say('admin:orders.ledgerNone'))).toBeVisible()
  await drawer.getByLabel(say('admin:dashboard.book'), { exact: true }).selectOption('demo')
  const entries = drawer.getByRole('row')
  await expect(entries.filter({ hasText: say('admin:orders.entries.adjustment') })).toContainText('25.50')
  await placeOrder(place, context, { ...person, token }, { durationSeconds: 3_600 })
  await enter('contracts')
  await expect(entries).toContainText('BTC/USDT')
  expect(await office.leadsTo(button(say('admin-people:allContracts'), drawer))).toBe(
    `/admin/order-list?search=${uid}`,
  )

  await enter('notes')
  const notes = drawer.getByRole('listitem')
  const add = button(say('admin-people:addNote'), drawer)
  await expect(notes.first()).toBeVisible()
  const before = await notes.count()
  await add.click()
  await drawer.getByLabel(say('admin-people:newNote')).fill('called about a lost phone')
  await add.dblclick()
  await expect(drawer.getByText('called about a lost phone')).toHaveCount(1)
  await expect(notes).toHaveCount(before + 1)

  await enter('sessions')
  await button(say('admin-people:end'), drawer).click()
  await expect(drawer.getByText(say('admin-people:noSessions'))).toBeVisible()

  await office.closeDrawer()
  const file = button(say('admin:table.export'))
  const search = page.getByPlaceholder(say('admin-people:search'))
  const rows = page.locator('tbody tr')
  await search.fill(person.username)
  await expect(rows).toHaveCount(1)
  const lines = await linesOf(page, () => file.click())
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(person.username)
  // Nobody who is let in again is among the frozen, who sent no papers is not verified, and nobody is of their own team.
  const filters = page.getByRole('search')
  const field = (key: string) => filters.getByLabel(say(key), { exact: true })
  const team = filters.getByPlaceholder(say('admin-people:team'))
  await narrow(rows, 1, field('admin-people:status.label'), { frozen: 0, active: 1 })
  await narrow(rows, 1, field('admin:orders.identity'), { verified: 0, none: 1 })
  await narrow(rows, 1, team, { [uid]: 0 })
  await narrow(rows, 1, field('admin-people:from'), { '2035-01-01': 0, '2020-01-01': 1 })
  await narrow(rows, 1, field('admin-people:to'), { '2020-01-01': 0, '2035-01-01': 1 })
  const clear = async (): Promise<void> => {
    await button(say('admin-people:clear'), filters).click()
    for (const each of [search, team, field('admin-people:status.label')]) await expect(each).toHaveValue('')
    await expect(button(say('admin-people:clear'), filters)).toBeHidden()
  }
  await field('admin-people:status.label').selectOption('frozen')
  await expect(rows).toHaveCount(0)
  await clear()

  const friends = [
    await registerPerson(place, context, code),
    await registerPerson(place, context, code),
  ] as const
  expect((await post(place, context, '/api/login/login', friends[0])).ok()).toBe(true)
  const isFirst = async (at: 0 | 1): Promise<void> => {
    await expect(rows).toHaveCount(2)
    await expect(rows.first()).toContainText(friends[at].username)
  }
  const sort = async (key: string, direction: 'ascending' | 'descending'): Promise<void> => {
    const heading = page.getByRole('columnheader', { name: say(key) })
    await heading.getByRole('button').click()
    await expect(heading).toHaveAttribute('aria-sort', direction)
  }
  await team.fill(uid)
  await isFirst(1)
  await sort('admin-people:joined', 'ascending')
  await isFirst(0)
  await sort('admin-people:lastLogin', 'descending')
  await isFirst(0)
  await sort('admin-people:lastLogin', 'ascending')
  await isFirst(1)
  await clear()
  await search.fill('nobody of that name')
  await expect(page.getByText(say('admin-people:noneFound'))).toBeVisible()
  expect(await linesOf(page, () => file.click())).toHaveLength(1)
})

test('[D17] corrections of real money are proposed; another administrator confirms or refuses them with a reason, who proposed one only takes it back; so beside the user, and with the ways to what other proposals are about', async ({
  page,
  context,
  place,
  person,
  office,
  second,
  say,
}) => {
  const { drawer, question, button } = office
  const uid = await uidOf(place, context, person)
  const propose = async (amount: string): Promise<string> => {
    const body = {
      reason: 'a mistake of ours',
      requestId: randomBytes(8).toString('hex'),
      book: 'real',
      amount,
    }
    return (await second.call<Made>(`users/${uid}/adjust-balance`, body)).proposal.id
  }
  const named = (name: string) => say(`admin-approvals:${name}`)
  await propose('21')
  await propose('22')
  await office.open('users', `?user=${uid}`)
  const waiting = drawer.getByRole('region', { name: named('kind.adjust-balance') })
  const proposed = (amount: string) => waiting.filter({ hasText: amount })
  await button(named('refuse'), proposed('21.00')).click()
  await question.getByLabel(named('remarkNeeded')).fill('not our mistake')
  await button(named('refuse'), question).click()
  await expect(waiting).toHaveCount(1)
  await button(named('confirm'), proposed('22.00')).click()
  await expect(question).toContainText('22.00')
  await button(named('confirm'), question).click()
  await expect(waiting).toHaveCount(0)
  await expect(drawer.getByRole('row').filter({ hasText: say('admin-people:part.total') })).toContainText(
    '22.00',
  )
  const correct = async (amount: string): Promise<void> => {
    await button(say('admin-people:act.adjust'), drawer).click()
    await drawer.getByLabel(say('admin-people:amount')).fill(amount)
    await drawer.getByLabel(say('admin-people:reasonTold')).fill('a mistake of mine')
    await button(say('admin-people:act.adjust'), drawer).click()
    await expect(page.locator('.toast').first()).toContainText(say('admin-people:proposed'))
    await expect(proposed(amount)).toBeVisible()
  }
  await correct('6')
  await button(named('withdraw'), proposed('6')).click()
  await expect(waiting).toHaveCount(0)
  await correct('7')
  const [confirmed, refused] = [await propose('12.5'), await propose('99')]
  const others = await proposeOthers(place, context, { token: office.token, second })

  await office.open('approvals')
  const list = page.locator('tbody tr')
  const rows = list.filter({ hasText: new RegExp(`${uid}|${person.username}`) })
  await expect(rows).toHaveCount(3)
  const kind = page.getByRole('search').getByLabel(named('column.act'), { exact: true })
  for (const [of, way, address] of [
    ['change-rules', 'rule', '/admin/game-rules?duration='],
    ['raise-second-admin', 'config', '/admin/system-config?section=funds'],
    ['adjust-balance', 'user', `/admin/users?user=${uid}`],
  ] as const) {
    await kind.selectOption(of)
    await expect(rows).toHaveCount(of === 'adjust-balance' ? 3 : 0)
    await list
      .filter({ hasText: named(`kind.${of}`) })
      .first()
      .click()
    expect(await office.leadsTo(button(named(`look.${way}`), drawer))).toContain(address)
    await office.closeDrawer()
  }
  await kind.selectOption('')
  await expect(list.filter({ hasText: named('kind.change-rules') })).not.toHaveCount(0)
  await others.withdraw()
  await rows.filter({ hasText: say('admin-approvals:me') }).click()
  await expect(drawer.getByText(say('admin-approvals:own'))).toBeVisible()
  await expect(button(say('admin-approvals:confirm'), drawer)).toBeHidden()
  await button(say('admin-approvals:withdraw'), drawer).click()
  await expect(rows).toHaveCount(2)

  await office.open('approvals', `?proposal=${refused}`)
  const stop = button(say('admin-approvals:refuse'), drawer)
  await stop.click()
  await button(say('admin-approvals:refuse'), question).click()
  await expect(question.getByText(say('admin:orders.noteMissing'))).toBeVisible()
  await button(say('ui:cancel'), question).click()
  await expect(question).toBeHidden()
  await stop.click()
  await question.getByLabel(say('admin-approvals:remarkNeeded')).fill('not our mistake')
  await button(say('admin-approvals:refuse'), question).click()
  await expect(rows).toHaveCount(1)

  await office.closeDrawer()
  await rows.first().click()
  await expect(page).toHaveURL(new RegExp(`proposal=${confirmed}`))
  const carryOut = button(say('admin-approvals:confirm'), drawer)
  await carryOut.click()
  await expect(question).toContainText('12.5')
  await button(say('ui:cancel'), question).click()
  await expect(question).toBeHidden()
  await carryOut.click()
  await button(say('admin-approvals:confirm'), question).click()
  await expect(rows).toHaveCount(0)
  await office.closeDrawer()
  await page.getByRole('tab', { name: named('which.all') }).click()
  await expect(rows).toHaveCount(6)
  await expect(rows.filter({ hasText: named('state.done') })).toHaveCount(2)
  await page.getByRole('tab', { name: named('which.open') }).click()
  await expect(rows).toHaveCount(0)
})

test('[D6] [F9] [B-4] an identity is confirmed only once its documents were opened, refused and revoked with a reason', async ({
  page,
  context,
  place,
  person,
  office,
  say,
}) => {
  const { drawer, question, button } = office
  const uid = await uidOf(place, context, person)
  await sendPassport(place, context, person, pdf('passport.pdf'))
  await office.open('identity-checks')
  await page.locator('tbody tr').filter({ hasText: person.username }).click()
  const confirm = button(say('admin-people:verify'), drawer)
  await expect(confirm).toBeDisabled()
  await expect(drawer.getByText(say('admin-people:openFirst'))).toBeVisible()
  const ask = async (act: 'refuse' | 'revoke'): Promise<void> => {
    const opener = button(say(`admin-people:${act}`), drawer)
    const sure = button(say(`admin-people:${act}`), question)
    await opener.click()
    await expect(question).toContainText(uid)
    await sure.click()
    await expect(question.getByText(say('admin:orders.noteMissing'))).toBeVisible()
    await button(say('ui:cancel'), question).click()
    await expect(question).toBeHidden()
    await opener.click()
    await question.getByLabel(say('admin:orders.reason')).fill('the picture is dark')
    await sure.click()
    await expect(question).toBeHidden()
  }
  // A PDF is saved, once, and was opened by that.
  const files = countFiles(page)
  const [paper] = await Promise.all([
    page.waitForEvent('download'),
    drawer.getByRole('button', { name: say('admin-people:side.front') }).dblclick(),
  ])
  expect((await readFile(await paper.path())).equals(pdf('passport.pdf').buffer)).toBe(true)
  await expect(confirm).toBeEnabled()
  await ask('refuse')
  expect(files()).toBe(1)
  await office.closeDrawer()
  await expect(page.getByText(say('admin-people:noWaitingChecks'))).toBeVisible()

  await sendPassport(place, context, person)
  await office.open('identity-checks', `?user=${uid}&tab=identity`)
  await drawer.getByRole('button', { name: say('admin-people:side.front') }).click()
  await expect(drawer.getByRole('img', { name: say('admin-people:side.front') })).toBeVisible()
  await expect(confirm).toBeEnabled()
  await confirm.click()
  await expect(confirm).toBeHidden()
  await office.closeDrawer()
  await expect(page.getByText(say('admin-people:noWaitingChecks'))).toBeVisible()
  await page.getByRole('tab', { name: say('admin-people:checksTab.decided') }).click()
  await page.locator('tbody tr').filter({ hasText: person.username }).first().click()
  await ask('revoke')
  await expect(drawer.getByText('the picture is dark').first()).toBeVisible()

  // The user is told why, and can look at what was handed in.
  await page.goto('/account?section=profile')
  const card = page.locator('.as-card').filter({ hasText: say('security:identity.title') })
  await expect(card.locator('.badge')).toHaveText(say('security:identity.state.revoked'))
  await expect(card).toContainText('the picture is dark')
  const download = page.waitForEvent('download')
  await card.getByRole('button', { name: say('profile:identity.side.page') }).click()
  expect((await download).suggestedFilename()).toMatch(/^document-front\./)
})

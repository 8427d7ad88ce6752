import { randomBytes } from 'node:crypto'
import { balanceOf, sendPassport, uidOf } from './account-calls.ts'
import { linesOf, test } from './back-office.ts'
import { expect } from './journey.ts'
import { refusedCall } from './page-faults.ts'
import { post } from './person.ts'

// One product for all of them.
test.describe.configure({ mode: 'default' })

test('[D6] a user is signed out, frozen, let in again and corrected, each with a reason; without one, or after a change of mind, nothing is done', async ({
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
  await office.open('users', `?user=${await uidOf(place, context, person)}`)
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
  await expect(drawer.getByText(say('admin:orders.noteMissing'))).toBeVisible()
  await amount.fill('a lot')
  await named('adjust').click()
  await expect(refused).toBeVisible()
  await amount.fill('-25.5')
  await named('adjust').click()
  await expect(amount).toBeHidden()
  await expect
    .poll(async () => Number((await balanceOf(place, context, { ...person, token })).available))
    .toBe(9_974.5)

  await drawer.getByRole('tab', { name: say('admin-people:tab.notes') }).click()
  const notes = drawer.getByRole('listitem')
  const add = button(say('admin-people:addNote'), drawer)
  await expect(notes.first()).toBeVisible()
  const before = await notes.count()
  await add.click()
  await drawer.getByLabel(say('admin-people:newNote')).fill('called about a lost phone')
  await add.dblclick()
  await expect(drawer.getByText('called about a lost phone')).toHaveCount(1)
  await expect(notes).toHaveCount(before + 1)

  await drawer.getByRole('tab', { name: say('admin-people:tab.sessions') }).click()
  await button(say('admin-people:end'), drawer).click()
  await expect(drawer.getByText(say('admin-people:noSessions'))).toBeVisible()

  await button(say('admin:table.close'), drawer).click()
  const file = button(say('admin:table.export'))
  const search = page.getByPlaceholder(say('admin-people:search'))
  await search.fill(person.username)
  await expect(page.locator('tbody tr')).toHaveCount(1)
  const lines = await linesOf(page, () => file.click())
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(person.username)
  // Nobody who is let in again is among the frozen, and who sent no papers is not verified.
  const filters = page.getByRole('search')
  for (const [label, value] of [
    ['admin-people:status.label', 'frozen'],
    ['admin:orders.identity', 'verified'],
  ] as const) {
    await filters.getByLabel(say(label), { exact: true }).selectOption(value)
    await expect(page.locator('tbody tr')).toHaveCount(0)
    await button(say('admin-people:clear'), filters).click()
    await expect(search).toHaveValue('')
    await search.fill(person.username)
    await expect(page.locator('tbody tr')).toHaveCount(1)
  }
  await search.fill('nobody of that name')
  await expect(page.getByText(say('admin-people:noneFound'))).toBeVisible()
  expect(await linesOf(page, () => file.click())).toHaveLength(1)
})

test('[D17] corrections of real money are proposed; another administrator confirms or refuses them with a reason, who proposed one only takes it back', async ({
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
    return (await second.call<{ proposal: { id: string } }>(`users/${uid}/adjust-balance`, body)).proposal.id
  }
  const [confirmed, refused] = [await propose('12.5'), await propose('99')]

  await office.open('users', `?user=${uid}`)
  await button(say('admin-people:act.adjust'), drawer).click()
  await drawer.getByLabel(say('admin-people:amount')).fill('7')
  await drawer.getByLabel(say('admin-people:reasonTold')).fill('a mistake of mine')
  await button(say('admin-people:act.adjust'), drawer).click()
  await expect(page.locator('.toast')).toContainText(say('admin-people:proposed'))

  await office.open('approvals')
  const rows = page.locator('tbody tr').filter({ hasText: new RegExp(`${uid}|${person.username}`) })
  await expect(rows).toHaveCount(3)
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
})

test('[D6] [F9] an identity is confirmed only once its documents were opened, refused and revoked with a reason', async ({
  page,
  context,
  place,
  person,
  office,
  say,
}) => {
  const { drawer, question, button } = office
  const uid = await uidOf(place, context, person)
  await sendPassport(place, context, person)
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
  await ask('refuse')
  await expect(page.getByText(say('admin-people:noWaitingChecks'))).toBeVisible()

  await sendPassport(place, context, person)
  await office.open('identity-checks', `?user=${uid}&tab=identity`)
  await drawer.getByRole('button', { name: say('admin-people:side.front') }).click()
  await expect(drawer.getByRole('img', { name: say('admin-people:side.front') })).toBeVisible()
  await expect(confirm).toBeEnabled()
  await confirm.click()
  await expect(page.getByText(say('admin-people:noWaitingChecks'))).toBeVisible()
  await page.getByRole('tab', { name: say('admin-people:checksTab.decided') }).click()
  await page.locator('tbody tr').filter({ hasText: person.username }).first().click()
  await ask('revoke')
  await expect(drawer.getByText('the picture is dark').first()).toBeVisible()
})

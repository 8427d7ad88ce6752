import type { Browser, BrowserContext } from '@playwright/test'
import { enUS } from '@truestrike/protocol/messages/en-US.ts'
import { uidOf } from './account-calls.ts'
import { OWN } from './admin-entry.ts'
import { test } from './back-office.ts'
import { expect } from './journey.ts'
import { refusedCall } from './page-faults.ts'
import { type Place, post, signIn } from './person.ts'
import { turnOnTwoFactor } from './second-factor.ts'
import { adminAnswer, choosePassword, createAdministrator, secondOwner } from './second-owner.ts'

// Second factors and sessions, of users and of administrators. One product for all of them.
test.describe.configure({ mode: 'default' })

const EDGE =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

/** A browser of its own, which sends no more than calls. */
const browserOf = (browser: Browser, place: Place, userAgent: string): Promise<BrowserContext> =>
  browser.newContext({ baseURL: place.url, userAgent })

const statusOf = async (place: Place, context: BrowserContext, token: string): Promise<number> =>
  (
    await context.request.get(`${place.url}/api/layout/user-info`, {
      headers: { Authorization: `Bearer ${token}` },
    })
  ).status()

test('[D6] [D17] the second factor of a user is reset by two administrators, with a reason, and stays on while there is only one', async ({
  page,
  context,
  browser,
  place,
  person,
  office,
  say,
  faults,
}) => {
  faults.expect(refusedCall(403))
  const { drawer, button, answer, token } = office
  await turnOnTwoFactor(place, context, person)
  const uid = await uidOf(place, context, person)
  const reset = button(say('admin-people:act.reset'), drawer)
  const factor = drawer.locator('dl').getByText(say('admin-people:on'), { exact: true })
  await office.open('users', `?user=${uid}`)
  await expect(factor).toBeVisible()
  await reset.click()
  await expect(drawer.getByText(say('admin-people:alone'))).toBeVisible()
  const reason = drawer.getByLabel(say('admin-people:reason'), { exact: true })
  await reason.fill('lost the phone')
  await reset.click()
  await expect(office.refusal).toBeVisible()

  const second = await secondOwner(place, browser, { context, token })
  await page.reload()
  await reset.click()
  await expect(drawer.getByText(say('admin-people:alone'))).toBeHidden()
  await reset.click()
  await expect(drawer.getByText(say('admin:orders.noteMissing'))).toBeVisible()
  await reason.fill('lost the phone')
  const proposed = answer('/reset-two-factor')
  await reset.click()
  await expect(page.locator('.toast').filter({ hasText: say('admin-people:proposed') })).toBeVisible()
  await expect(drawer.getByText(say('admin-people:waits'))).toBeVisible()
  await expect(factor).toBeVisible()

  const { proposal } = ((await (await proposed).json()) as { data: { proposal: { id: string } } }).data
  await second.call(`approvals/${proposal.id}/confirm`, { version: 1 })
  await page.reload()
  await expect(drawer.getByText(say('admin-people:off'), { exact: true })).toBeVisible()
  await expect(reset).toBeHidden()
  await second.leave()
})

test('[D6] [A14] of the sessions of a user the one that was meant is ended; one that has ended already is said to have', async ({
  context,
  browser,
  place,
  person,
  office,
  say,
  faults,
}) => {
  faults.expect(refusedCall(409))
  const { drawer, button, token } = office
  const uid = await uidOf(place, context, person)
  const signOut = { reason: 'for the test', requestId: crypto.randomUUID() }
  await adminAnswer(place, context, `users/${uid}/sign-out`, signOut, token)
  const [edge, firefox] = [await browserOf(browser, place, EDGE), await browserOf(browser, place, FIREFOX)]
  const [{ token: kept }, { token: ended }] = [
    await signIn(place, edge, person),
    await signIn(place, firefox, person),
  ]
  const sessionOf = (name: string) =>
    drawer
      .getByRole('listitem')
      .filter({ has: button(say('admin-people:end')) })
      .filter({ hasText: name })

  await office.open('users', `?user=${uid}&tab=sessions`)
  await expect(sessionOf('Edge')).toHaveCount(1)
  await button(say('admin-people:end'), sessionOf('Firefox')).click()
  await expect(sessionOf('Firefox')).toHaveCount(0)
  await expect(sessionOf('Edge')).toHaveCount(1)
  expect([await statusOf(place, firefox, ended), await statusOf(place, edge, kept)]).toEqual([401, 200])

  expect((await post(place, edge, '/api/login/logout', null, kept)).ok()).toBe(true)
  await button(say('admin-people:end'), sessionOf('Edge')).click()
  await expect(office.refusal).toHaveText(enUS.REVIEW_CONFLICT)
  await expect(drawer.getByText(say('admin-people:noSessions'))).toBeVisible()
  await edge.close()
  await firefox.close()
})

test('[D13] [A13] the second factor of an administrator is removed after a question; who has none is not offered it', async ({
  page,
  context,
  browser,
  place,
  office,
  say,
}) => {
  const { drawer, question, button, answer, token } = office
  const t = (key: string) => say(`admin-access:${key}`)
  const elsewhere = await browser.newContext({ baseURL: place.url })
  const username = `phone${Date.now() % 1_000_000}`
  const made = await createAdministrator(place, context, { username, role: 'support' }, token)
  const own = { username, password: OWN }
  const names = { username, oneTime: made.oneTimePassword, own: own.password }
  const theirs = await choosePassword(place, elsewhere, names)
  const remove = button(t('act.reset-two-factor'), drawer)

  await office.open('roles', `?administrator=${made.administrator.id}`)
  await expect(button(t('act.disable'), drawer)).toBeVisible()
  await expect(remove).toBeHidden()
  await turnOnTwoFactor(place, elsewhere, { token: theirs, password: own.password }, 'admin/profile')
  const loginPath = '/api/admin/login'
  expect((await post(place, elsewhere, loginPath, own)).ok()).toBe(false)
  await page.reload()
  await remove.click()
  await expect(question).toContainText(t('act.text.reset-two-factor'))
  await button(say('ui:cancel'), question).click()
  await expect(question).toBeHidden()
  await expect(remove).toBeVisible()
  await remove.click()
  const done = answer('/reset-two-factor')
  await button(t('act.reset-two-factor'), question).click()
  expect((await done).ok()).toBe(true)
  await expect(remove).toBeHidden()
  expect((await post(place, elsewhere, loginPath, own)).ok()).toBe(true)
  // Other tests meet a site with one administrator.
  await button(t('act.disable'), drawer).click()
  await button(t('act.disable'), question).click()
  await expect(button(t('act.enable'), drawer)).toBeVisible()
  await elsewhere.close()
})

test('[D2] an administrator ends a session of their own that has ended already, and sees that it is over', async ({
  page,
  browser,
  place,
  owner,
  office,
  say,
  faults,
}) => {
  faults.expect(refusedCall(404))
  const firefox = await browserOf(browser, place, FIREFOX)
  const { token } = await adminAnswer<{ token: string }>(place, firefox, 'login', owner)
  await office.open('profile')
  const session = page.getByRole('listitem').filter({ hasText: 'Firefox' })
  await expect(session).toHaveCount(1)
  expect((await post(place, firefox, '/api/admin/logout', null, token)).ok()).toBe(true)
  const refused = page.waitForResponse((each) => each.url().includes('/sessions/'))
  await office.button(say('security:device.signOut'), session).click()
  expect((await refused).status()).toBe(404)
  await expect(session).toHaveCount(0)
  await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0)
  await firefox.close()
})

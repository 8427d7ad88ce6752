import { get } from './account-calls.ts'
import { test } from './back-office.ts'
import { mailedCode, newestMail } from './inbox.ts'
import { expect } from './journey.ts'
import { post } from './person.ts'
import { adminAnswer } from './second-owner.ts'

const LINK = /\/unsubscribe\/newsletter\/[\w-]{43}/

test('[N6] [N7] the link of a newsletter ends it at a press, and not when a program opens it; the settings bring it back', async ({
  page,
  context,
  place,
  person,
  office,
  say,
}) => {
  const email = `${person.username}@example.com`
  const call = async (path: string, body: object) =>
    expect((await post(place, context, `/api/account/${path}`, body, person.token)).ok(), path).toBe(true)
  // Newsletters go to addresses that their owners have confirmed.
  await call('proof/send-code', {})
  await call('email/confirm', { code: await mailedCode(place, context, email) })
  const wanted = async () =>
    (await get<{ newsletter: boolean }>(place, context, '/api/account/notifications', person)).newsletter
  const newsletter = page.getByRole('switch', { name: say('security:notify.newsletter'), exact: true })
  await page.goto('/account?section=settings')
  await newsletter.click()
  await expect.poll(wanted).toBe(true)

  const tell = (path: string, body: object) =>
    adminAnswer<{ announcement: { id: string } }>(place, context, `announcements${path}`, body, office.token)
  const { announcement } = await tell('', {
    ...{ requestId: crypto.randomUUID(), fallback: 'en-US', mail: 'newsletter' },
    ...{ texts: { 'en-US': { title: 'News', text: 'Something is new.' } } },
    ...{ fromMs: 0, toMs: Date.now() + 3_600_000 },
  })
  await tell(`/${announcement.id}/publish`, { version: 1 })
  const link = LINK.exec(await newestMail(place, context, email, LINK))?.[0] ?? ''
  // Nobody else is to read it.
  await tell(`/${announcement.id}/withdraw`, { version: 2 })

  expect((await context.request.get(place.url + link)).status()).toBe(200)
  expect(await wanted()).toBe(true)
  await page.goto(link)
  const asked = await page.getByRole('main').getByRole('paragraph').textContent()
  await page.getByRole('button').click()
  await expect(page.getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('paragraph')).not.toHaveText(asked ?? '')
  expect(await wanted()).toBe(false)

  await page.goto('/account?section=settings')
  await expect(newsletter).not.toBeChecked()
  await newsletter.click()
  await expect.poll(wanted).toBe(true)
})

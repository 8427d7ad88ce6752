import { expectAccessible } from './axe.ts'
import { clipboardText } from './clipboard.ts'
import { expect, test } from './journey.ts'
import { registerPerson } from './person.ts'

test('[I1][I2][R12][X1] inviting: the code, its link, the friend who came, and a clipboard that refuses', async ({
  page,
  place,
  person,
  browser,
  context,
  say,
}) => {
  expect(person.token).not.toBe('')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/account')
  const card = page.getByRole('region', { name: say('invitations:title') })
  // Until it comes its room is kept by letters that nobody sees.
  await expect(card.locator('.iv-code')).toBeVisible()
  const code = (await card.locator('.iv-code').textContent()) as string
  await card.getByRole('button', { name: say('invitations:copyLink') }).click()
  await expect(page.getByText(say('account:copied')).first()).toBeVisible()
  const link = await clipboardText(page)
  expect(link).toBe(`${place.url}/login/register?code=${code}`)

  const elsewhere = await browser.newContext({ baseURL: place.url })
  const guest = await elsewhere.newPage()
  await guest.goto(link)
  await expect(guest.locator('[name="inviteCode"]')).toHaveValue(code)
  const friend = await registerPerson(place, elsewhere, code)
  await elsewhere.close()

  await card.getByRole('button', { name: say('invitations:title') }).click()
  await expect(page).toHaveURL(/modal=invitation/)
  // This browser hands nothing on to other apps by itself.
  const shared: (string | undefined)[] = []
  await page.exposeFunction('noteShared', (url?: string) => shared.push(url))
  await page.addInitScript(() => {
    const { noteShared } = globalThis as unknown as { noteShared(url?: string): Promise<void> }
    navigator.share = ({ url } = {}) => noteShared(url)
  })
  await page.reload()
  const dialog = page.getByRole('dialog', { name: say('invitations:title') })
  await expect(dialog.getByRole('img', { name: say('invitations:qr') })).toBeVisible()
  const [first, last] = [friend.username[0], friend.username.at(-1)]
  await expect(dialog.locator('.iv-list li')).toContainText(`${first}***${last}`)
  await expect(dialog.locator('.iv-team dd').first()).toContainText('1')
  await expect(dialog).not.toContainText(friend.username)
  await expectAccessible(page, 'invitations')
  await dialog.getByRole('button', { name: say('invitations:share') }).click()
  await expect.poll(() => shared).toEqual([link])

  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))
  })
  await dialog.getByRole('button', { name: say('invitations:copyCode') }).click()
  await expect(page.getByText(say('account:copyFailed')).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/\/account$/)
})

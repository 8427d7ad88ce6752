import { expectAccessible } from './axe.ts'
import { createGate } from './gate.ts'
import { expect, test } from './journey.ts'

test('[U1] [X1] the eye hides balances, in the wallet and the header too, until it is opened again', async ({
  page,
  person,
  say,
}) => {
  expect(person.token).not.toBe('')
  await page.goto('/account')
  const demo = page.getByRole('region', { name: say('account:book.demo') })
  await expect(demo.locator('.ac-total')).toContainText('10,000.00')
  await demo.getByRole('button', { name: say('security:amounts.hide') }).click()
  await expect(demo.locator('.ac-total')).toContainText(say('ui:hidden'))
  await expect(page.locator('.ac, header').getByText(/10,000/)).toHaveCount(0)
  await expectAccessible(page, 'account with hidden amounts')
  await page.goto('/account?section=wallet')
  await expect(demo.locator('.ac-total')).toContainText(say('ui:hidden'))
  await demo.getByRole('button', { name: say('security:amounts.show') }).click()
  await expect(demo.locator('.ac-total')).toContainText('10,000.00')
})

test(
  '[R12] [X1] a link to the change of the password needs no section; with a mouse its first field has the focus',
  { tag: '@full' },
  async ({ page, person, say }, info) => {
    expect(person.token).not.toBe('')
    await page.goto('/account?modal=password')
    await expect(page).toHaveURL(/section=security&modal=password$/)
    const dialog = page.getByRole('dialog', { name: say('security:rows.password'), exact: true })
    await expect(dialog).toBeVisible()
    const first = dialog.getByLabel(say('security:password.current'), { exact: true })
    if (info.project.name.startsWith('desktop')) await expect(first).toBeFocused()
    else await expect(first).not.toBeFocused()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(page).toHaveURL(/section=security$/)
  },
)

test('[R8] [X1] while the sign-in page is on its way there is a landmark and a heading', {
  tag: '@full',
}, async ({ page, say }) => {
  const { isOpen: held, open: arrive } = createGate()
  await page.route(/\/assets\/LoginPage-[^/]*\.js$/, async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/login', { waitUntil: 'commit' })
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1, name: say('app:signIn') })).toBeAttached()
  await expect(main.locator('[aria-busy="true"]')).toBeAttached()
  arrive()
  await expect(main.getByRole('tab').first()).toBeVisible()
  await expect(main).toHaveCount(1)
})

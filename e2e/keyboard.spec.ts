import type { Page } from '@playwright/test'
import { balanceOf, contractsOf, waitForPending } from './account-calls.ts'
import { expectAccessible } from './axe.ts'
import { expect, test } from './journey.ts'
import { registerPerson } from './person.ts'
import { openTrade, orderPanel, switchOff, tick } from './screens.ts'

/** As many steps as nobody should need. */
const STEPS_MAX = 120

const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLInputElement | null
    if (element === null) return ''
    return (
      element.getAttribute('aria-label') ??
      (element.labels?.[0]?.textContent || element.textContent || element.getAttribute('placeholder') || '')
    ).trim()
  })

/** Tab until something with these words has the focus, which must be seen. */
async function tabTo(page: Page, words: string | RegExp): Promise<void> {
  for (let step = 0; step < STEPS_MAX; step += 1) {
    await page.keyboard.press('Tab')
    const name = await focused(page)
    if (typeof words === 'string' ? name.includes(words) : words.test(name)) {
      const seen = await page.evaluate(() => {
        const element = document.activeElement
        if (element === null) return false
        // Native controls drawn by their label are hidden themselves.
        const shown = element.matches('.sr-only') ? (element.closest('label') ?? element) : element
        const box = shown.getBoundingClientRect()
        return box.width > 1 && box.bottom > 0 && box.top < window.innerHeight
      })
      expect(seen, `'${name}' is in view`).toBe(true)
      return
    }
  }
  throw new Error(`the focus never reached '${words}'`)
}

test('[X1] from the sign-in to a settled contract and its record by keyboard alone', async ({
  page,
  context,
  place,
  say,
}) => {
  const who = await registerPerson(place, context)
  await page.goto('/login?next=%2Ftrade%2FBTCUSDT')
  await expect(page.getByLabel(say('auth:username.label'))).toBeFocused()
  await page.keyboard.type(who.username)
  await tabTo(page, say('auth:password.label'))
  await page.keyboard.type(who.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/trade\/BTCUSDT$/)
  await expect(page.getByRole('button', { name: say('trade:direction.upCondition') })).toBeEnabled()

  await tabTo(page, say.like('trade:order.durationChoice'))
  await page.keyboard.press('ArrowLeft')
  await expect(orderPanel(page, say).duration(30)).toBeChecked()
  await tabTo(page, say('trade:order.amount'))
  await page.keyboard.type('33')
  await tabTo(page, say('trade:direction.upCondition'))
  await page.keyboard.press('Enter')
  const ask = page.getByRole('dialog', { name: say('trade:confirm.title') })
  await expect(ask).toBeVisible()
  await tabTo(page, say('order:buy', { direction: say('trade:direction.up'), amount: '\u206633.00\u2069' }))
  await page.keyboard.press('Enter')
  await expect(ask).toBeHidden()
  await expect(page.locator('.td-progress')).toContainText('33.00')
  const session = { ...who, token: (await page.evaluate(() => localStorage.getItem('token'))) ?? '' }
  await waitForPending(place, context, session, 0)
  const [contract] = await contractsOf(place, context, session)
  // Said to readers of the screen: the entry, then the result.
  await expect(page.getByRole('log').locator('p')).toHaveText([/33\.00/, /USDT/])
  await tabTo(page, say('trade:live.viewDetails'))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toContainText(contract?.orderNo ?? 'an order number')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('[T14] a professional trades by single keys: each acts once, and none while he types or is asked', async ({
  page,
  context,
  place,
  person,
  say,
}) => {
  const panel = await openTrade(page, say, 'BTCUSDT')
  const bought = async (): Promise<number> => (await contractsOf(place, context, person)).length
  const tools = page.getByRole('button', { name: say('devices:keys.title') })
  await expect(tools).toBeVisible()
  const list = page.getByRole('dialog', { name: say('devices:keys.title') })
  // Keys are heard from the moment that their button is there.
  await page.keyboard.press('?')
  await expect(list).toBeVisible()
  await expectAccessible(page, 'the list of keys')
  await page.keyboard.press('u')
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()
  await expect(panel.ask).toBeHidden()

  await page.keyboard.press('1')
  await expect(panel.duration(30)).toBeChecked()
  await page.keyboard.press('4')
  await expect(panel.duration(300)).toBeChecked()
  await page.keyboard.press('+')
  await expect(panel.amount).toHaveValue('55.00')
  await page.keyboard.press('a')
  await page.keyboard.type('12u')
  await expect(panel.amount).toHaveValue('12u')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Enter')
  await expect(panel.amount).not.toBeFocused()
  await page.keyboard.press('p')
  await expect(page.getByRole('button', { name: '5m', exact: false, pressed: true })).toHaveText('5m')

  const { buy } = panel
  await page.keyboard.press('d')
  await expect(buy).toBeEnabled()
  await page.keyboard.press('Escape')
  await expect(panel.ask).toBeHidden()
  await page.keyboard.press('u')
  await expect(buy).toBeEnabled()
  await tick(panel.ask.getByRole('checkbox'))
  await page.keyboard.press('Enter')
  await expect(panel.ask).toBeHidden()
  await expect(page.getByRole('log')).toContainText('12.00')
  expect(await bought()).toBe(1)

  // From here on nobody asks. Keys that are held down repeat, long after a double press; an order does not.
  const told = page.getByRole('log').locator('p')
  await page.keyboard.down('d')
  await expect(told).toHaveCount(2)
  await page.keyboard.down('d')
  await page.keyboard.up('d')
  await panel.up.focus()
  await page.keyboard.down('Enter')
  await expect(told).toHaveCount(3)
  await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')

  await tools.click()
  await list.getByRole('switch').uncheck()
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()
  await page.keyboard.press('u')
  await page.keyboard.press('?')
  await tools.click()
  await expect(list).toHaveCount(1)
  const { inPosition } = await balanceOf(place, context, person)
  expect(Number(inPosition)).toBe(36)
})

test('[T14] the single keys can be switched off in the account, and on again', async ({
  page,
  person,
  say,
}) => {
  expect(person.token).not.toBe('')
  const keys = await switchOff(page, say('devices:keys.title'))
  const panel = await openTrade(page, say, 'ETHUSDT')
  await panel.amount.fill('12')
  await panel.amount.blur()
  // The list of keys has the switch of the account.
  const tools = page.getByRole('button', { name: say('devices:keys.title') })
  const list = page.getByRole('dialog', { name: say('devices:keys.title') })
  await tools.click()
  await expect(list.getByRole('switch')).not.toBeChecked()
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()
  await page.keyboard.press('+')
  await expect(panel.amount).toHaveValue('12.00')

  await page.goto('/account')
  await expect(keys).not.toBeChecked()
  await keys.click()
  await openTrade(page, say, 'ETHUSDT')
  await panel.amount.fill('12')
  await panel.amount.blur()
  await expect(tools).toBeVisible()
  await page.keyboard.press('d')
  await expect(panel.ask).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel.ask).toBeHidden()
})

test('[X1] the first Tab offers the way past the navigation', { tag: '@full' }, async ({ page, say }) => {
  await page.goto('/stocks')
  await expect(page.locator('.mk-price').first()).toBeVisible()
  await page.keyboard.press('Tab')
  expect(await focused(page)).toBe(say('app:skip'))
  await page.keyboard.press('Enter')
  await tabTo(page, /./)
  expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true)
})

import type { Locator, Page } from '@playwright/test'
import { get } from './account-calls.ts'
import { fillTime, test } from './back-office.ts'
import { chooseFile, NOTES, picture, TOO_LARGE } from './file-dialog.ts'
import { expect } from './journey.ts'
import { refusedCall } from './page-faults.ts'
import { post } from './person.ts'
import { secondOwner } from './second-owner.ts'
import type { Words } from './words.ts'

// One product for all of them.
test.describe.configure({ mode: 'default' })

interface Form {
  page: Page
  say: Words
  /** What its button sends to. */
  path: string
  save: Locator
}

/** Sends what is wrong, which is said at the field, or in words beside the button. */
async function refuse({ page, path, save }: Form, field: Locator, value: string): Promise<void> {
  await field.fill(value)
  const answer = page.waitForResponse((each) => each.url().endsWith(path) && !each.ok())
  await save.click()
  await answer
  await expect(
    page.locator('[aria-invalid="true"], .banner[role="alert"], [role="alert"] .banner').first(),
  ).toBeVisible()
}

async function accept({ page, say, path, save }: Form): Promise<void> {
  const answer = page.waitForResponse((each) => each.url().endsWith(path))
  await save.click()
  expect((await answer).ok(), path).toBe(true)
  await expect(page.getByText(say('admin-settings:saved'), { exact: true }).first()).toBeVisible()
}

test('[D12] every section of the configuration says what is wrong with it, and is saved once it is right', async ({
  page,
  place,
  office,
  say,
  faults,
}) => {
  faults.expect(refusedCall(400), refusedCall(403), refusedCall(409), refusedCall(413), refusedCall(415))
  await office.open('system-config')
  const field = (key: string) => page.getByLabel(say(`admin-settings:${key}`), { exact: true })
  const formOf = (section: string): Form => ({
    ...{ page, say, path: `/api/admin/system/config/${section}` },
    save: office.button(say('admin-settings:save')),
  })
  const enter = async (section: string): Promise<Form> => {
    await page.getByRole('tab', { name: say(`admin-settings:section.${section}`) }).click()
    return formOf(section)
  }

  const basic = formOf('basic')
  const name = await field('basic.siteName').inputValue()
  await refuse(basic, field('basic.siteName'), ' ')
  await field('basic.siteName').fill(name)
  await refuse(basic, field('basic.serviceLink'), 'javascript:alert(1)')
  await refuse(basic, field('basic.serviceLink'), 'https://me:secret@help.example/')
  await field('basic.serviceLink').fill('https://help.example/')
  const choose = page.getByText(say('admin-settings:choose'), { exact: true })
  const logos = await page.locator('.set-picture img').count()
  for (const file of [NOTES, TOO_LARGE]) {
    await chooseFile(page, choose, file)
    await expect(page.locator('.set-form [aria-invalid="true"][type="file"]')).toBeAttached()
    await expect(page.locator('.set-picture img')).toHaveCount(logos)
  }
  await chooseFile(page, choose, picture('logo.png', 240, 240))
  await expect(page.locator('.set-picture img')).toBeVisible()
  await office.button(say('admin-settings:remove')).click()
  await expect(page.locator('.set-picture img')).toHaveCount(0)
  await accept(basic)

  const funds = await enter('funds')
  const least = field('funds.deposit.min')
  const before = await least.inputValue()
  await refuse(funds, least, 'a lot')
  await refuse(funds, least, '99999999')
  await least.fill(before)
  await field('funds.walletFee').fill('2')
  await accept(funds)
  await expect(page.getByText(say('admin-settings:funds.raise.alone'))).toBeVisible()

  const methods = await enter('methods')
  const all = page.locator('.set-method')
  const count = await all.count()
  await office.button(say('admin-settings:methods.add')).click()
  const added = all.nth(count)
  const of = (key: string) => added.getByLabel(say(`admin-settings:methods.${key}`), { exact: true })
  await of('accountName').fill('Example Ltd')
  await refuse(methods, of('bankName'), 'Example Bank')
  await of('kind').selectOption('tron')
  await refuse(methods, of('address'), '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed')
  await of('address').fill('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t')
  await added.getByRole('button', { name: say('admin-settings:methods.up') }).click()
  await all
    .nth(count - 1)
    .getByRole('button', { name: say('admin-settings:methods.down') })
    .click()
  await accept(methods)
  await added
    .getByRole('button', { name: say('admin-settings:remove') })
    .first()
    .click()
  await accept(methods)
  await expect(all).toHaveCount(count)

  const trading = await enter('trading')
  const limit = field('trading.exposureLimit')
  const present = Number(await limit.inputValue())
  await refuse(trading, limit, 'a lot')
  await refuse(trading, limit, String(present * 2))
  await limit.fill(String(present / 2))
  await page.getByRole('switch', { name: say('admin-settings:trading.realEnabled') }).click()
  await accept(trading)
  await page.getByRole('switch', { name: say('admin-settings:trading.realEnabled') }).click()
  await accept(trading)

  const mail = await enter('mail')
  await refuse(mail, field('mail.replyTo'), 'no address')
  await field('mail.replyTo').fill('help@example.com')
  await refuse(mail, field('mail.senderName'), 'a "quoted" name')
  await field('mail.senderName').fill('Example')
  await accept(mail)
  const info = await page.request.get(`${place.url}/api/admin/system/basic-info`)
  expect(JSON.stringify(await info.json())).toContain('https://help.example/')
})

test('[D12] switches of the configuration are saved, still so after the page is loaded again, and turned back', async ({
  page,
  office,
  say,
}) => {
  const SWITCHES = {
    basic: ['inviteCodeRequired', 'walletLogin', 'emailLogin', 'service'],
    funds: ['identityRequired'],
    trading: ['demoEnabled', 'identityRequired'],
  }
  await office.open('system-config')
  // Customer service that is on has an address.
  await page
    .getByLabel(say('admin-settings:basic.serviceLink'), { exact: true })
    .fill('https://help.example/')
  const before = new Map<string, boolean>()
  const turnAll = async (): Promise<void> => {
    for (const [section, keys] of Object.entries(SWITCHES)) {
      await page.getByRole('tab', { name: say(`admin-settings:section.${section}`) }).click()
      for (const key of keys) {
        const name = `${section}.${key}`
        const turned = page.getByRole('switch', { name: say(`admin-settings:${name}`), exact: true })
        await expect(turned).toBeVisible()
        const known = before.get(name)
        if (known === undefined) before.set(name, await turned.isChecked())
        else await expect(turned, name).toBeChecked({ checked: !known })
        await turned.click()
      }
      const path = `/api/admin/system/config/${section}`
      await accept({ page, say, path, save: office.button(say('admin-settings:save')) })
    }
  }
  await turnAll()
  await office.open('system-config')
  await turnAll()
})

test('[D12] a text of the site is written, shown as plain text, never replaced unseen, and given up again', async ({
  page,
  context,
  place,
  office,
  say,
  faults,
}) => {
  faults.expect(refusedCall(409))
  await office.open('system-config', '?section=texts')
  const words = page.getByLabel(say('admin-settings:texts.words'))
  const text: Form = {
    ...{ page, say, path: '/api/admin/system/config/texts' },
    save: office.button(say('admin-settings:save')),
  }
  await words.fill('# Who we are\n\n<b>Bold</b> words')
  await expect(page.getByRole('region', { name: say('admin-settings:texts.preview') })).toContainText(
    '<b>Bold</b> words',
  )
  await accept(text)
  const path = '/api/admin/system/config/texts?page=terms&locale=en-US'
  const { version } = await get<{ version: number }>(place, context, path, office)
  const sent = { page: 'terms', locale: 'en-US', version, text: 'the words of a colleague' }
  const other = await post(place, context, '/api/admin/system/config/texts', sent, office.token)
  expect(other.ok(), await other.text()).toBe(true)
  await words.fill('mine')
  await text.save.click()
  await expect(page.getByText(say('admin-settings:texts.changed'))).toBeVisible()
  await office.button(say('admin-settings:texts.take')).click()
  await expect(words).toHaveValue('the words of a colleague')
  await office.button(say('admin-settings:texts.back')).click()
  await expect(words).toHaveValue('')
})

test('[D17] what one administrator lowers alone is raised by two: a higher limit needs a reason, and one that is higher', async ({
  page,
  context,
  browser,
  place,
  office,
  say,
  faults,
}) => {
  faults.expect(refusedCall(400))
  const second = await secondOwner(place, browser, { context, token: office.token })
  for (const [section, path] of [
    ['funds', 'second-admin'],
    ['trading', 'exposure-limit'],
  ] as const) {
    await office.open('system-config', `?section=${section}`)
    const key = (name: string) => say(`admin-settings:${section}.raise.${name}`)
    const form: Form = {
      ...{ page, say, path: `/api/admin/system/config/${path}` },
      save: office.button(key('propose')),
    }
    const to = page.getByLabel(key('to'))
    await page.getByLabel(say('admin-settings:rules.reason')).fill('more orders')
    await refuse(form, to, '1')
    await page.getByLabel(say('admin-settings:rules.reason')).fill('')
    await refuse(form, to, '900000')
    await page.getByLabel(say('admin-settings:rules.reason')).fill('more orders')
    await form.save.click()
    await expect(page.getByText(say('admin-settings:rules.proposed'))).toBeVisible()
  }
  await second.leave()
})

test('[N7] an announcement says what is missing, is kept as a draft, published after a second press, and withdrawn', async ({
  page,
  office,
  say,
}) => {
  const { drawer, button } = office
  const t = (key: string) => say(`admin-announcements:${key}`)
  await office.open('announcements')
  await button(t('new')).click()
  const [publish, save] = [button(t('publish'), drawer), button(t('save'), drawer)]
  await save.click()
  await expect(drawer.getByText(t('fault.fallback'))).toBeVisible()
  await drawer.getByLabel(t('title'), { exact: true }).fill('Quiet hours')
  await expect(drawer.getByText(t('fault.half'))).toBeVisible()
  await drawer.getByLabel(t('text'), { exact: true }).fill('No trading on Sunday night.')
  await fillTime(drawer, t('to'), '2020-01-01T00:00', say)
  await expect(drawer.getByText(t('fault.period'))).toBeVisible()
  await fillTime(drawer, t('to'), '2035-01-01T00:00', say)
  await save.click()
  const row = page.locator('tbody tr').filter({ hasText: 'Quiet hours' })
  await expect(row).toContainText(t('state.draft'))
  // One press tells what it means, the next one does it.
  await publish.click()
  await expect(drawer.getByText(t('sure'))).toBeVisible()
  await expect(row).toContainText(t('state.draft'))
  await button(t('publishSure'), drawer).click()
  await expect(row).toContainText(t('state.published'))
  await button(t('withdraw'), drawer).click()
  await expect(row).toContainText(t('state.withdrawn'))

  await button(t('new')).click()
  await drawer.getByLabel(t('title'), { exact: true }).fill('A mistake')
  await drawer.getByLabel(t('text'), { exact: true }).fill('Nobody is to read this.')
  await save.click()
  await button(t('drop'), drawer).click()
  await expect(page.locator('tbody tr').filter({ hasText: 'A mistake' })).toContainText(t('state.withdrawn'))
})

test('[D11] a product is added once, called anew, and closed for orders; what it lacks is said at its fields', async ({
  page,
  office,
  say,
  faults,
}) => {
  faults.expect(refusedCall(400), refusedCall(409))
  const { drawer, button } = office
  const t = (key: string) => say(`admin-settings:products.${key}`)
  const field = (key: string) => drawer.getByLabel(t(key), { exact: true })
  await office.open('products')
  await button(t('add')).click()
  const add: Form = { page, say, path: '/api/admin/products', save: button(t('add'), drawer) }
  await refuse(add, field('base'), '')
  await field('name').fill('Bitcoin again')
  await field('firstPrice').fill('1')
  await refuse(add, field('base'), 'BTC')
  await refuse(add, field('firstPrice'), 'cheap')
  await field('firstPrice').fill('0.5')
  await field('base').fill('pepe')
  await field('name').fill('Pepe')
  const added = office.answer('/api/admin/products')
  await add.save.click()
  expect((await added).ok()).toBe(true)
  await expect(drawer.getByRole('heading', { name: 'PEPE/USDT' })).toBeVisible()

  const change: Form = {
    ...{ page, say, path: '/api/admin/products/PEPEUSDT' },
    save: button(say('admin-settings:save'), drawer),
  }
  await refuse(change, field('name'), '')
  await field('name').fill('Pepe coin')
  await drawer.getByRole('switch', { name: t('always') }).click()
  await refuse(change, field('zone'), 'Nowhere/Town')
  await field('zone').fill('Europe/Berlin')
  await drawer.getByRole('switch', { name: t('takesOrders') }).click()
  await accept(change)
  await expect(page.locator('tbody tr').filter({ hasText: 'PEPE' })).toContainText('Pepe coin')
})

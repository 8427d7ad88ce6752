import type { Locator, Page, Request } from '@playwright/test'
import { get } from './account-calls.ts'
import { test } from './back-office.ts'
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

/** What cannot be read is said at its field before anything is sent. */
async function refuseUnread({ page, path, save }: Form, field: Locator, value: string): Promise<void> {
  let sent = 0
  const count = (request: Request): void => {
    if (request.method() === 'POST' && request.url().endsWith(path)) sent += 1
  }
  page.on('request', count)
  await field.fill(value)
  await save.click()
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  page.off('request', count)
  expect(sent, value).toBe(0)
}

async function accept({ page, say, path, save }: Form): Promise<void> {
  const answer = page.waitForResponse((each) => each.url().endsWith(path))
  await save.click()
  expect((await answer).ok(), path).toBe(true)
  await expect(page.getByText(say('admin-settings:saved'), { exact: true }).first()).toBeVisible()
}

test('[D12] every section of the configuration says what is wrong with it, is saved once it is right, and its change stands in the history', async ({
  page,
  context,
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
    const tab = page.getByRole('tab', { name: say(`admin-settings:section.${section}`) })
    await tab.click()
    // A save may be under way: the page goes on once it is over.
    await expect(tab).toHaveAttribute('aria-selected', 'true')
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
  await refuseUnread(funds, least, 'a lot')
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
  await added.getByRole('switch', { name: say('admin-settings:methods.enabled') }).click()
  await accept(methods)
  const path = '/api/admin/system/config'
  const { methods: kept } = await get<{ methods: { enabled: boolean }[] }>(place, context, path, office)
  expect(kept.at(-1)?.enabled).toBe(false)
  await added
    .getByRole('button', { name: say('admin-settings:remove') })
    .first()
    .click()
  await accept(methods)
  await expect(all).toHaveCount(count)

  const trading = await enter('trading')
  const limit = field('trading.exposureLimit')
  const present = Number(await limit.inputValue())
  await refuseUnread(trading, limit, 'a lot')
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
  await enter('history')
  await expect(page.getByRole('row').filter({ hasText: 'help@example.com' }).first()).toBeVisible()
  await enter('texts')
  await expect(field('texts.words')).toBeVisible()
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
      // It begins with the first.
      if (section !== 'basic')
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

test('[D12] a text of the site is written, shown as plain text, never replaced unseen, and given up again; each page and each language has its own', async ({
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

  const [which, language] = [
    page.getByLabel(say('admin-settings:texts.page'), { exact: true }),
    page.getByLabel(say('admin-settings:texts.language'), { exact: true }),
  ]
  await which.selectOption('privacy')
  await language.selectOption('de-DE')
  await words.fill('Was wir speichern')
  await accept(text)
  await expect(language.locator('option:checked')).toContainText(say('admin-settings:texts.own'))
  await language.selectOption('en-US')
  await expect(words).toHaveValue('')
  await language.selectOption('de-DE')
  await expect(words).toHaveValue('Was wir speichern')
  await which.selectOption('terms')
  await expect(words).toHaveValue('')
  const change = page.locator('.set-form section').filter({ hasText: 'Was wir speichern' })
  await page.getByRole('tab', { name: say('admin-settings:section.history') }).click()
  await expect(change).toContainText(say('ui:texts.privacy'))
  await expect(change).toContainText('de-DE')
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
    await office.button(say('admin-settings:rules.toApprovals')).click()
    await page.waitForURL('**/admin/approvals', { waitUntil: 'commit' })
  }
  // Both wait there.
  await expect(page.frameLocator('iframe').locator('tbody tr').filter({ hasText: '900,000' })).toHaveCount(2)
  await second.leave()
})

test('[D11] a product is added once, called anew, opened in its hours, and closed for orders; what it lacks is said at its fields', async ({
  page,
  context,
  place,
  office,
  say,
  faults,
}) => {
  faults.expect(refusedCall(400), refusedCall(409))
  const { drawer, button } = office
  const t = (key: string) => say(`admin-settings:products.${key}`)
  const field = (key: string) => drawer.getByLabel(t(key), { exact: true })
  const turned = (key: string) => drawer.getByRole('switch', { name: t(key), exact: true })
  // Each moment is a day and a time of that day.
  const [opens, closes] = [field('opens'), field('closes')]
  /** Opening hours on Sunday from 9 to 17 in place of the whole week. */
  const setHours = async (): Promise<void> => {
    await turned('always').click()
    await expect(opens).toHaveCount(2)
    await button(t('addSession'), drawer).click()
    await expect(opens).toHaveCount(4)
    await button(say('admin-settings:remove'), drawer).first().click()
    await expect(opens).toHaveCount(2)
    for (const [moment, minute] of [
      [opens, '540'],
      [closes, '1020'],
    ] as const) {
      await moment.nth(0).selectOption('0')
      await moment.nth(1).selectOption(minute)
    }
  }
  await office.open('products')
  await button(t('add')).click()
  const add: Form = { page, say, path: '/api/admin/products', save: button(t('add'), drawer) }
  await refuseUnread(add, field('firstPrice'), '')
  await field('firstPrice').fill('1')
  await refuse(add, field('base'), '')
  await field('name').fill('Bitcoin again')
  await refuse(add, field('base'), 'BTC')
  await refuseUnread(add, field('firstPrice'), 'cheap')
  await field('firstPrice').fill('0.5')
  await field('base').fill('pepe')
  await field('name').fill('Pepe')
  await field('category').selectOption('forex')
  await setHours()
  await turned('always').click()
  await expect(opens).toHaveCount(0)
  await turned('takesOrders').click()
  const added = office.answer('/api/admin/products')
  await add.save.click()
  expect((await added).ok()).toBe(true)
  await expect(drawer.getByRole('heading', { name: 'PEPE/USDT' })).toBeVisible()
  const row = page.locator('tbody tr').filter({ hasText: 'PEPE' })
  for (const text of [t('categories.forex'), t('always'), t('states.disabled')])
    await expect(row).toContainText(text)

  const change: Form = {
    ...{ page, say, path: '/api/admin/products/PEPEUSDT' },
    save: button(say('admin-settings:save'), drawer),
  }
  await refuse(change, field('name'), '')
  await field('name').fill('Pepe coin')
  await setHours()
  await refuse(change, field('zone'), 'Nowhere/Town')
  await field('zone').fill('Europe/Berlin')
  await turned('takesOrders').click()
  await accept(change)
  await expect(row).toContainText('Pepe coin')
  await expect(row).toContainText('Europe/Berlin')
  await expect(row).not.toContainText(t('states.disabled'))
  const path = '/api/admin/products?search=PEPE'
  const { products } = await get<{ products: { calendar: object }[] }>(place, context, path, office)
  expect(products[0]?.calendar).toEqual({
    ...{ zone: 'Europe/Berlin', sessions: [{ fromDay: 0, fromMinute: 540, toDay: 0, toMinute: 1_020 }] },
  })

  await turned('takesOrders').click()
  await accept(change)
  await office.closeDrawer()
  const filters = page.getByRole('search')
  const bitcoin = page.locator('tbody tr').filter({ hasText: 'BTC/USDT' })
  await filters.getByLabel(t('state'), { exact: true }).selectOption('disabled')
  await expect(bitcoin).toHaveCount(0)
  await expect(row).toContainText(t('states.disabled'))
  await filters.getByLabel(t('category'), { exact: true }).selectOption('crypto')
  await expect(row).toHaveCount(0)
  await filters.getByLabel(t('state'), { exact: true }).selectOption('')
  await expect(bitcoin).toBeVisible()
})

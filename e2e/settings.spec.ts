import { expect, test } from './journey.ts'

test('[X2] colour-blind-safe colours, more contrast and less motion apply at once and are kept', async ({
  page,
  person,
  say,
}) => {
  expect(person.token).not.toBe('')
  await page.goto('/account')
  const html = page.locator('html')
  const token = (name: string) =>
    page.evaluate((key) => getComputedStyle(document.documentElement).getPropertyValue(key).trim(), name)
  const standard = await token('--up')
  expect(standard).not.toBe('')
  await expect(page.getByRole('switch', { name: say('account:palette') })).toBeVisible()
  const palette = page.getByRole('switch', { name: say('account:palette') })
  await palette.click()
  await expect(html).toHaveAttribute('data-palette', 'cb')
  expect(await token('--up')).not.toBe(standard)
  await palette.click()
  await expect(html).not.toHaveAttribute('data-palette')
  expect(await token('--up')).toBe(standard)
  await palette.click()
  await page.getByRole('switch', { name: say('account:contrast') }).click()
  await expect(html).toHaveAttribute('data-contrast', 'more')
  await page.getByRole('switch', { name: say('account:motion') }).click()
  await expect(html).toHaveAttribute('data-motion', 'reduced')
  await page.reload()
  await expect(html).toHaveAttribute('data-palette', 'cb')
  await expect(html).toHaveAttribute('data-contrast', 'more')
  await expect(html).toHaveAttribute('data-motion', 'reduced')
  await page.goto('/stocks')
  await expect(page.getByRole('main').locator('.gain, .loss').first()).toBeVisible()
})

test('[X5] the app is installed from the account where the browser offers it; dismissed, it can be installed later', async ({
  page,
  person,
  say,
}) => {
  expect(person.token).not.toBe('')
  await page.goto('/account')
  await expect(page.getByRole('switch', { name: say('account:palette') })).toBeVisible()
  const row = page.getByText(say('devices:install.hint'), { exact: true })
  await expect(row).toBeHidden()
  // What a browser hands out, and how its user answers its own question; browsers without windows ask none.
  const offer = (outcome: 'accepted' | 'dismissed') =>
    page.evaluate((answer) => {
      const event = new Event('beforeinstallprompt', { cancelable: true })
      const prompt = () => {
        Object.assign(window, { asked: answer })
        if (answer === 'accepted') dispatchEvent(new Event('appinstalled'))
        return Promise.resolve({ outcome: answer })
      }
      dispatchEvent(Object.assign(event, { prompt }))
      return event.defaultPrevented
    }, outcome)
  const asked = () => page.evaluate(() => (window as unknown as { asked?: string }).asked)
  const install = page.getByRole('button', { name: say('devices:install.action'), exact: true })
  for (const outcome of ['dismissed', 'accepted'] as const) {
    // Kept for the row instead of a banner over the page.
    expect(await offer(outcome)).toBe(true)
    await expect(row).toBeVisible()
    await install.click()
    expect(await asked()).toBe(outcome)
    await expect(row).toBeHidden()
  }
  // Installed meanwhile by the menu of the browser.
  await offer('accepted')
  await expect(row).toBeVisible()
  await page.evaluate(() => dispatchEvent(new Event('appinstalled')))
  await expect(row).toBeHidden()
})

test('[X2] who asks the system for less motion gets none', { tag: '@full' }, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/trade/BTCUSDT')
  await page.locator('.td-symbol').click()
  const sheet = page.getByRole('dialog')
  await expect(sheet).toBeVisible()
  const longest = await sheet.evaluate((element) => {
    const { transitionDuration, animationDuration } = getComputedStyle(element)
    return Math.max(...`${transitionDuration},${animationDuration}`.split(',').map(Number.parseFloat))
  })
  expect(longest).toBeLessThan(0.02)
})

test('[R10] zooming is off, but text follows the size set in the browser', { tag: '@full' }, async ({
  page,
}) => {
  await page.goto('/stocks')
  await expect(page.locator('meta[name=viewport]')).toHaveAttribute('content', /user-scalable=no/)
  const size = () => page.evaluate(() => Number.parseFloat(getComputedStyle(document.body).fontSize))
  const before = await size()
  const session = await page.context().newCDPSession(page)
  await session.send('Page.enable')
  await session.send('Page.setFontSizes', { fontSizes: { standard: 24, fixed: 20 } })
  await page.reload()
  expect(await size()).toBeGreaterThan(before)
})

import { expectAccessible } from './axe.ts'
import { expect, test } from './journey.ts'

/** Ten thousand of the practice balance. */
const WORTH = { 'fr-FR': /≈ 9,213\.00 €/, 'hi-IN': /≈ ₹841,000\.00/ }

for (const language of ['fr-FR', 'hi-IN'] as const) {
  test(`[L4] balances say what they are worth about, in ${language}, with the day of the rate`, async ({
    page,
    person,
  }) => {
    expect(person.token).not.toBe('')
    await page.route('**/api/admin/system/basic-info', async (route) => {
      const answer = await route.fetch()
      const envelope = (await answer.json()) as { data: object }
      const rates = [
        { currency: 'EUR', rate: '0.9213', day: '2026-11-20' },
        { currency: 'INR', rate: '84.1', day: '2026-11-20' },
      ]
      await route.fulfill({ response: answer, json: { ...envelope, data: { ...envelope.data, rates } } })
    })
    await page.addInitScript((locale) => localStorage.setItem('language', locale), language)
    await page.goto('/account')
    await expect(page.locator('header')).toContainText(WORTH[language])
    const card = page.locator('.ac-balance').first()
    await expect(card).toContainText(WORTH[language])
    await expect(card).toContainText('2026')
    await expectAccessible(page, `account centre with a rate, ${language}`)
    await page.goto('/account?section=wallet')
    const wallet = page.locator('.ac-balance').first()
    await expect(wallet).toContainText(WORTH[language])
    // Trades know USDT alone.
    await page.goto('/trade/BTCUSDT')
    await expect(page.locator('.td-side')).toContainText('USDT')
    await expect(page.locator('.td-side')).not.toContainText('≈')
  })
}

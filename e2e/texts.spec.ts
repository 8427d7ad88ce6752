import { expectAccessible } from './axe.ts'
import { expect, test } from './journey.ts'
import { chooseLanguage } from './screens.ts'
import { wordsOf } from './words.ts'

test('[U4][U5][L1] about us, terms, privacy and risks are read by guests, in the language chosen meanwhile', {
  tag: '@full',
}, async ({ page, say }) => {
  await page.goto('/login')
  await expect(page.getByText(say('auth:legal.loss'))).toBeVisible()
  // No customer service is set: nothing promises one.
  await expect(page.getByText(say('account:service'))).toHaveCount(0)
  await page
    .getByRole('navigation')
    .getByRole('link', { name: say('ui:texts.about') })
    .click()
  for (const text of ['about', 'terms', 'privacy', 'risk'] as const) {
    await page.getByRole('link', { name: say(`ui:texts.${text}`) }).click()
    await expect(page).toHaveURL(new RegExp(`/${text}$`))
    await expect(page.getByRole('heading', { level: 1, name: say(`ui:texts.${text}`) })).toBeVisible()
    await expect(page).toHaveTitle(new RegExp(say(`ui:texts.${text}`)))
  }
  await expect(page.getByText(say('legal:risk.odds.text'))).toBeVisible()
  await expectAccessible(page, 'risks')
  await page.getByRole('link', { name: say('ui:texts.terms') }).click()
  // The rule that the trade screen names too.
  await expect(page.getByText(say('contracts:cancelRule'))).toBeVisible()
  const german = wordsOf('de-DE')
  await chooseLanguage(page, 'Deutsch')
  await expect(page.getByText(german('legal:terms.void.text'))).toBeVisible()
})

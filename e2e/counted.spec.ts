import type { Page } from '@playwright/test'
import { ensure } from '@truestrike/core/assert.ts'
import { liabilityJson } from '@truestrike/core/proof/liabilities.ts'
import { testLiabilities } from '@truestrike/core/proof/liability-fixture.ts'
import { testKey } from '@truestrike/core/proof/proof-fixture.ts'
import { seededRandom } from '@truestrike/core/proof/random-proofs.ts'
import { expect, test } from './journey.ts'
import { tampered } from './proven-contract.ts'
import { saved, verify, verifyInPython } from './verifier.ts'

const data = (value: unknown) => ({ json: { success: true, data: value } })

/** Lets the account page see a tree of fifty users with this one in it: for what takes the running product a day. */
async function serveCounted(page: Page, uid: string): Promise<{ mine: unknown }> {
  const key = testKey(1)
  const random = seededRandom(1)
  const balances = Array.from({ length: 50 }, (_, user) => BigInt(1 + user) * 1_234_567_890n)
  const uidOf = (user: number): string => (user === 7 ? uid : String(2_000_000_000 + user))
  const { liabilities } = testLiabilities({ balances, key, random, uidOf })
  const answers = { mine: liabilityJson(ensure(liabilities[7])) }
  await page.route('**/api/proof/keys', (route) =>
    route.fulfill(data({ format: 'truestrike-keys/1', keys: [key.siteKey] })),
  )
  await page.route('**/api/proof/liabilities/mine?book=real', (route) =>
    route.fulfill(data({ state: 'counted', root: null, liability: answers.mine })),
  )
  return answers
}

test('[P4] the account says whether a balance is counted, verified here and by both commands; a changed one is named', async ({
  page,
  person,
  say,
}) => {
  const info = await page.request.get('/api/layout/user-info', {
    headers: { authorization: `Bearer ${person.token}` },
  })
  const { uid } = ((await info.json()) as { data: { uid: string } }).data
  const answers = await serveCounted(page, uid)
  await page.goto('/account')
  const card = (book: string) => page.getByRole('region', { name: say(`account:book.${book}`) })
  // What the product itself says to whoever came after the day's total was signed.
  await card('demo').getByText(say('proof:liability.nothing')).click()
  await expect(card('demo').getByText(say.like('proof:liability.nothingText'))).toBeVisible()
  const real = card('real')
  await real.getByText(say('proof:liability.counted')).click()
  await expect(real).toContainText('9,876.54312')
  await expect(real).toContainText('1,574,074.05975')
  const file = await saved(page, () =>
    real.getByRole('button', { name: say('proof:liability.file') }).click(),
  )
  expect(file.name).toBe('liability-real-2026-11-20.json')

  answers.mine = tampered(answers.mine, '"balance":"9876.54312"', '"balance":"9876.54313"')
  await real.getByRole('button', { name: say('proof:receipt.again') }).click()
  const fault = real.getByText(say('proof:liability.fault.balance'))
  await expect(fault).toBeVisible()
  // It comes unfolded, and can be folded away by whoever has seen it.
  await real.getByText(say('proof:liability.mismatch')).click()
  await expect(fault).toBeHidden()
  await real.getByText(say('proof:liability.mismatch')).click()
  await expect(fault).toBeVisible()
  const changed = await saved(page, () =>
    real.getByRole('button', { name: say('proof:liability.file') }).click(),
  )

  await page.goto('/proof')
  const keys = await saved(page, () =>
    page.getByRole('button', { name: say('proof:page.keys.mine') }).click(),
  )
  expect(verify(file.path, keys.path)).toMatchObject({
    status: 0,
    said: expect.stringContaining(`9,876.54312 USDT of the user ${uid}`),
  })
  expect(verify(changed.path, keys.path).status).toBe(1)
  expect([0, null]).toContain(verifyInPython(file.path, keys.path))
})

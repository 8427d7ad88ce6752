import { expectSignedIn, replacePassword, setUpTwoFactor, signInAsAdmin } from './admin-entry.ts'
import { expect } from './journey.ts'
import { onOwnProduct } from './own-product.ts'
import { refusedCall } from './page-faults.ts'

/** A site whose administrators need a second factor. */
const test = onOwnProduct({ ADMIN_TWO_FACTOR_REQUIRED: 'true' })

test('[D2] [A13] [B-8] on a site that needs a second factor it cannot be left for later, nor turned off', async ({
  page,
  place,
  say,
  faults,
}) => {
  faults.expect(refusedCall(403))
  const { adminUsername, adminPassword } = place.firstRun
  const visit = { page, say }
  await page.goto('/admin/profile')
  await signInAsAdmin(visit, adminUsername, adminPassword)
  await replacePassword(visit, adminPassword)
  await expect(page.getByText(say('admin-access:twoFactor.first'))).toBeVisible()
  const skip = page.getByRole('button', { name: say('admin-access:twoFactor.skip') })
  await expect(skip).toBeHidden()
  // Neither by loading the page anew, nor by another address.
  await page.goto('/admin/dashboard')
  await expect(page.getByText(say('admin-access:twoFactor.first'))).toBeVisible()
  await expect(skip).toBeHidden()
  await expect(page.getByRole('banner')).toBeHidden()
  await setUpTwoFactor(page, say)
  await expectSignedIn(visit, adminUsername)
  await page.goto('/admin/profile')
  const frame = page.frameLocator('iframe')
  await expect(frame.getByRole('button', { name: say('security:twoFactor.renew') })).toBeVisible()
  await expect(frame.getByRole('button', { name: say('security:twoFactor.remove') })).toBeHidden()
})

import { testKey } from '@truestrike/core/proof/proof-fixture.ts'
import { contractsOf, waitForPending } from './account-calls.ts'
import { clipboardText } from './clipboard.ts'
import { expect, test } from './journey.ts'
import { refusedCall } from './page-faults.ts'
import { drawerPath, provenContract, serveProven, tampered } from './proven-contract.ts'
import { buy, hearNothing, openTrade } from './screens.ts'
import { saved, sha256Of, verify, verifyInPython } from './verifier.ts'

test('[T11][C2][P1] a contract is bought and settles; its receipt verifies here, and by both commands offline', async ({
  page,
  context,
  place,
  person,
  say,
}) => {
  // Of half a minute: its receipt is read while it runs.
  await openTrade(page, say, 'BTCUSDT')
  await buy(page, say, { direction: 'up', amount: '25' })
  await waitForPending(place, context, person, 1)
  const [bought] = await contractsOf(place, context, person)
  if (bought === undefined) throw new Error('no contract')
  await page.goto(drawerPath(bought))
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByText(say('proof:receipt.signed'))).toBeVisible()
  await expect(drawer.getByText(say('proof:receipt.holds.terms'))).toBeVisible()
  // The drawer stays open: sealing and verdict come by themselves.
  await expect(drawer.getByText(say('proof:receipt.verified'))).toBeVisible({ timeout: 60_000 })
  await expect(drawer.getByText(say('proof:receipt.holds.contract'))).toBeVisible()
  await expect(drawer.locator('.cr-verdict li')).toHaveCount(7)
  const [settled] = await contractsOf(place, context, person)
  await drawer.getByText(say('proof:receipt.deciding')).click()
  await expect(drawer.locator('.cr-entries').first()).toContainText(say('proof:receipt.entry.opening'))
  await expect(drawer.locator('.cr-entries').last()).toContainText(say('proof:receipt.entry.counts'))
  const receipt = await saved(page, () =>
    drawer.getByRole('button', { name: say('proof:receipt.download') }).click(),
  )
  expect(receipt.name).toBe(`receipt-${settled?.orderNo}.json`)
  await drawer.getByText(say('proof:receipt.offline')).click()
  const keys = await saved(page, () =>
    drawer.getByRole('button', { name: say('proof:receipt.keysFile') }).click(),
  )
  await expect(drawer).toContainText(`node truestrike-verify.mjs ${receipt.name} --keys ${keys.name}`)
  expect(verify(receipt.path, keys.path)).toMatchObject({
    status: 0,
    said: expect.stringContaining('Everything holds.'),
  })
  expect([0, null]).toContain(verifyInPython(receipt.path, keys.path))
  // The headers seen on the way are kept, and go with what the site says now.
  await page.goto('/proof')
  await expect(page.getByText(say.like('proof:page.kept.headers_other'))).toBeVisible()
  await expect(page.getByText(say('app:history.title'))).toBeHidden()
  const kept = await saved(page, () =>
    page.getByRole('button', { name: say('proof:page.kept.download'), exact: true }).click(),
  )
  expect(kept.name).toBe('truestrike-kept.json')
  const question = page.getByRole('alertdialog')
  const forget = page
    .getByRole('main')
    .getByRole('button', { name: say('proof:page.kept.forget'), exact: true })
  await forget.click()
  await question.getByRole('button', { name: say('ui:cancel') }).click()
  await expect(question).toBeHidden()
  await expect(page.getByText(say.like('proof:page.kept.headers_other'))).toBeVisible()
  await forget.click()
  await question.getByRole('button', { name: say('proof:page.kept.forget'), exact: true }).click()
  await expect(page.getByText(say('proof:page.kept.none'))).toBeVisible()
  await expect(
    page.getByRole('button', { name: say('proof:page.kept.download'), exact: true }),
  ).toBeDisabled()
})

test('[T11] one letter changed on the way: the first thing that does not hold is named, here and by the command; put right, all of it can be copied and taken along', async ({
  page,
  context,
  person,
  say,
}) => {
  expect(person.token).not.toBe('')
  const proven = provenContract()
  const answers = await serveProven(page, proven)
  const receipt = tampered(proven.settlement, '"result":"won"', '"result":"lost"')
  answers.receipt = { state: 'settled', receipt }
  await page.goto(drawerPath(proven.contract))
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByText(say('proof:receipt.mismatch'))).toBeVisible()
  await expect(drawer.getByText(say('proof:receipt.fault.outcome-differs'))).toBeVisible()
  await expect(drawer.getByText(say('proof:receipt.mismatchText'))).toBeVisible()
  await expect(drawer).toContainText('+8.00')
  const file = await saved(page, () =>
    drawer.getByRole('button', { name: say('proof:receipt.download') }).click(),
  )
  await drawer.getByText(say('proof:receipt.offline')).click()
  const keys = await saved(page, () =>
    drawer.getByRole('button', { name: say('proof:receipt.keysFile') }).click(),
  )
  expect(verify(file.path, keys.path).status).toBe(1)
  // A signature is changed next, then nothing any more.
  const { signature } = proven.receipt.acceptance
  const other = signature.startsWith('A') ? 'B' : 'A'
  answers.receipt = {
    state: 'settled',
    receipt: tampered(proven.settlement, signature, other + signature.slice(1)),
  }
  await drawer.getByRole('button', { name: say('proof:receipt.again') }).click()
  await expect(drawer.getByText(say('proof:receipt.fault.acceptance-signature'))).toBeVisible()
  answers.receipt = { state: 'settled', receipt: proven.settlement }
  await drawer.getByRole('button', { name: say('proof:receipt.again') }).click()
  await expect(drawer.getByText(say('proof:receipt.verified'))).toBeVisible()

  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await drawer.getByRole('button', { name: say('proof:receipt.copyHash') }).click()
  const hash = await drawer.locator('.cr-block code').innerText()
  await expect.poll(() => clipboardText(page)).toBe(hash)
  await drawer
    .getByRole('button', { name: say('proof:receipt.copyCommand') })
    .first()
    .click()
  await expect
    .poll(() => clipboardText(page))
    .toBe(`node truestrike-verify.mjs ${file.name} --keys ${keys.name}`)
  const right = await saved(page, () =>
    drawer.getByRole('button', { name: say('proof:receipt.receiptFile'), exact: true }).click(),
  )
  expect(right.name).toBe(file.name)
  expect(verify(right.path, keys.path).status).toBe(0)
  const program = await saved(page, () => drawer.getByRole('link', { name: 'truestrike-verify.mjs' }).click())
  await expect(page.locator('.verifiers')).toContainText(await sha256Of(program.path))
})

test('[T11][C2] a good receipt does not cover for a screen that says otherwise', async ({
  page,
  person,
  say,
}) => {
  expect(person.token).not.toBe('')
  const proven = provenContract()
  const answers = await serveProven(page, proven)
  answers.contract = { ...proven.contract, profit: '9.00' }
  await page.goto(drawerPath(proven.contract))
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByText(say('proof:receipt.fault.other-contract'))).toBeVisible()
  await expect(drawer).toContainText('field profit · inReceipt 8.00 · onScreen 9.00')
})

test('[T11] a receipt signed with a key nobody vouches for proves nothing, until the user vouches for the key', async ({
  page,
  person,
  say,
}) => {
  expect(person.token).not.toBe('')
  const first = provenContract()
  const answers = await serveProven(page, first)
  await page.goto(drawerPath(first.contract))
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByText(say('proof:receipt.verified'))).toBeVisible()
  await drawer.getByText(say('proof:receipt.offline')).click()
  const ownKeys = await saved(page, () =>
    drawer.getByRole('button', { name: say('proof:receipt.keysFile') }).click(),
  )
  const [stranger, other] = [testKey(7), testKey(8)]
  answers.receipt = { state: 'settled', receipt: provenContract({ key: stranger }).settlement }
  answers.keys = { format: 'truestrike-keys/1', keys: [testKey(1).siteKey, stranger.siteKey, other.siteKey] }
  await drawer.getByRole('button', { name: say('proof:receipt.again') }).click()
  await expect(drawer.getByText(say('proof:receipt.unknownKey'))).toBeVisible()
  await expect(drawer).toContainText(stranger.siteKey.id)
  // Nor does it with the keys of another site, by the command.
  const foreign = await saved(page, () =>
    drawer.getByRole('button', { name: say('proof:receipt.download') }).click(),
  )
  expect(verify(foreign.path, ownKeys.path).status).toBe(2)
  await drawer.getByRole('link', { name: say('ui:proofLink') }).click()
  const itemOf = ({ siteKey }: typeof stranger) => page.getByRole('listitem').filter({ hasText: siteKey.id })
  const question = page.getByRole('alertdialog')
  const trust = say('proof:page.keys.trust')
  // The wrong one, pressed by mistake: the question names it.
  await itemOf(other).getByRole('button', { name: trust }).click()
  await expect(question).toContainText(other.siteKey.id)
  await question.getByRole('button', { name: say('ui:cancel') }).click()
  await expect(question).toBeHidden()
  await itemOf(stranger).getByRole('button', { name: trust }).click()
  await expect(question).toContainText(stranger.siteKey.id)
  await question.getByRole('button', { name: trust }).click()
  await expect(itemOf(stranger)).not.toContainText(say('proof:page.keys.unknown'))
  await expect(itemOf(other)).toContainText(say('proof:page.keys.unknown'))
  await page.goto(drawerPath(first.contract))
  await expect(drawer.getByText(say('proof:receipt.verified'))).toBeVisible()
})

test('[T11] while the blocks are being sealed the receipt says so, and verifies by itself when they are', {
  tag: '@full',
}, async ({ page, person, say }) => {
  expect(person.token).not.toBe('')
  const proven = provenContract({ cancelled: true })
  const answers = await serveProven(page, proven)
  answers.contract = { ...proven.contract, settledAtMs: Date.now() }
  answers.receipt = { state: 'sealing', receipt: proven.acceptance }
  await page.goto(drawerPath(proven.contract))
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByText(say('proof:receipt.sealing'), { exact: true })).toBeVisible()
  await expect(drawer.getByText(say('proof:receipt.holds.accepted'))).toBeVisible()
  answers.receipt = { state: 'settled', receipt: proven.settlement }
  await expect(drawer.getByText(say('proof:receipt.verified'))).toBeVisible()
  await expect(drawer.getByText(say('proof:receipt.holds.reason'))).toBeVisible()
})

test('[T11] a result without a receipt is not called signed: it is sealing, then missing, and asked for until it comes', async ({
  page,
  person,
  say,
}) => {
  expect(person.token).not.toBe('')
  const proven = provenContract()
  const answers = await serveProven(page, proven)
  answers.contract = { ...proven.contract, settledAtMs: Date.now() }
  // It says that the contract still runs.
  answers.receipt = { state: 'accepted', receipt: proven.acceptance }
  await page.goto(drawerPath(proven.contract))
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByText(say('proof:receipt.sealing'), { exact: true })).toBeVisible()
  await expect(drawer.getByText(say('proof:receipt.signed'), { exact: true })).toBeHidden()
  // Days later the blocks must have been sealed.
  answers.contract = proven.contract
  await page.reload()
  await expect(drawer.getByText(say('proof:receipt.missing'))).toBeVisible()
  answers.receipt = { state: 'settled', receipt: proven.settlement }
  await expect(drawer.getByText(say('proof:receipt.verified'))).toBeVisible({ timeout: 15_000 })
})

test('[T11][P1] an acceptance nobody signed is told of on every page, and is no evidence when the order is denied', async ({
  page,
  context,
  place,
  person,
  say,
  faults,
}) => {
  faults.expect(refusedCall(404))
  await page.route('**/api/trade/contracts', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    const response = await route.fetch()
    const answer = (await response.json()) as { data: { receipt: { acceptance: { signature: string } } } }
    answer.data.receipt.acceptance.signature = 'A'.repeat(86)
    return route.fulfill({ response, json: answer })
  })
  await openTrade(page, say, 'BTCUSDT')
  await buy(page, say, { direction: 'up', amount: '5' })
  await expect(page.getByText(say('app:history.unsignedTitle'))).toBeVisible()
  const [bought] = await contractsOf(place, context, person)
  if (bought === undefined) throw new Error('no contract')
  await page.route(`**/api/trade/contracts/${bought.id}**`, (route) =>
    route.fulfill({
      status: 404,
      json: { success: false, code: 'CONTRACT_NOT_FOUND', message: 'none', requestId: '' },
    }),
  )
  await hearNothing(page)
  await page.goto('/proof')
  await expect(page.getByText(say('proof:page.kept.unsigned_one', { count: 1 }))).toBeVisible()
  await page.goto(drawerPath(bought))
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByText(say('proof:receipt.keptInvalid'))).toBeVisible()
  await expect(drawer.getByText(say('proof:receipt.kept'))).toBeHidden()
})

test('[T11] an order the site denies later is still in the browser, signed', async ({
  page,
  context,
  place,
  person,
  say,
  faults,
}) => {
  faults.expect(refusedCall(404))
  await openTrade(page, say, 'BTCUSDT')
  await buy(page, say, { direction: 'down', amount: '5' })
  await waitForPending(place, context, person, 1)
  const [bought] = await contractsOf(place, context, person)
  if (bought === undefined) throw new Error('no contract')
  await page.goto('/proof')
  await expect(page.getByText(say('proof:page.kept.acceptances_one', { count: 1 }))).toBeVisible()
  const keys = await saved(page, () =>
    page.getByRole('button', { name: say('proof:page.keys.mine') }).click(),
  )
  const named = await saved(page, () =>
    page.getByRole('link', { name: say('proof:page.keys.file'), exact: true }).click(),
  )
  await page.route(`**/api/trade/contracts/${bought.id}**`, (route) =>
    route.fulfill({
      status: 404,
      json: { success: false, code: 'CONTRACT_NOT_FOUND', message: 'none', requestId: '' },
    }),
  )
  // Without the socket, which knows the contract too.
  await hearNothing(page)
  await page.goto(drawerPath(bought))
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByText(say('proof:receipt.kept'))).toBeVisible()
  const acceptance = await saved(page, () =>
    drawer.getByRole('button', { name: say('proof:receipt.keptDownload') }).click(),
  )
  for (const { path } of [keys, named]) expect(verify(acceptance.path, path)).toMatchObject({ status: 0 })
})

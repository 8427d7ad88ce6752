import { spawnSync } from 'node:child_process'
import { clipboardText } from './clipboard.ts'
import { expect, test } from './journey.ts'
import { sha256Of } from './verifier.ts'

test('[T11][P3][U-17] both stand-alone verifiers are offered for download with their hashes, and run by the commands that are copied', async ({
  page,
  context,
  say,
}, info) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/proof')
  for (const [name, command] of [
    ['truestrike-verify.mjs', process.execPath],
    ['truestrike_verify.py', 'python3'],
  ] as const) {
    const row = page.locator('.verifiers li').filter({ hasText: name })
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      row.getByRole('link', { name }).click(),
    ])
    expect(download.suggestedFilename()).toBe(name)
    const path = info.outputPath(name)
    await download.saveAs(path)
    await expect(row).toContainText(await sha256Of(path))
    const line = page.locator('.code-box').filter({ hasText: name })
    await line.getByRole('button', { name: say('proof:receipt.copyCommand') }).click()
    await expect.poll(() => clipboardText(page)).toMatch(new RegExp(`^\\w+ ${name} receipt.json --keys `))
    // Without a receipt there is nothing to verify: it says so, and how it is called.
    const { status, stderr, stdout } = spawnSync(command, [path], { encoding: 'utf8' })
    expect(status, stderr).toBe(3)
    expect(stderr + stdout).toContain(name.replace(/\..*/, ''))
  }
})

test('[R8] a file that is no verifier is missing, and no page', async ({ request, place }) => {
  const answer = await request.get(`${place.url}/verifiers/other.mjs`)
  expect(answer.status()).toBe(404)
})

import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expect, test } from './journey.ts'

test('[T11][P3] both stand-alone verifiers are offered for download with their hashes, and run', async ({
  page,
}, info) => {
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
    const hash = createHash('sha256')
      .update(await readFile(path))
      .digest('hex')
    await expect(row).toContainText(hash)
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

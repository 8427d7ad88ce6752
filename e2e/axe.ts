import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import { expect } from './journey.ts'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface AxeResult {
  violations: { id: string; nodes: { html: string; failureSummary: string }[] }[]
}

/**
 * What axe finds on the page as it stands: nothing, but for the rule on zooming, which the product breaks on
 * purpose (text still follows the browser's own size).
 */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  // The policy of the pages forbids inline scripts; the debugger's own evaluation is not bound by it.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  const { violations } = await page.evaluate(async () => {
    // A colour half way between two states is nobody's to read: changes that end soon are let end.
    const ends = (one: Animation): number => Number(one.effect?.getComputedTiming().endTime)
    const changes = document.getAnimations().filter((one) => ends(one) < 1_000)
    await Promise.allSettled(changes.map((one) => one.finished))
    return (window as unknown as { axe: { run(options: object): Promise<AxeResult> } }).axe.run({
      resultTypes: ['violations'],
      rules: { 'meta-viewport': { enabled: false } },
    })
  })
  const found = violations.map(({ id, nodes }) => ({
    id,
    nodes: nodes.slice(0, 4).map(({ html, failureSummary }) => `${html.slice(0, 160)} ${failureSummary}`),
  }))
  expect(found, where).toEqual([])
}

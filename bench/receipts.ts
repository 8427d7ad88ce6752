// The receipt of a contract of 60 s: how large it is, and how long verifying it takes, in Node and in Chromium.
import { spawnSync } from 'node:child_process'
import { loadavg } from 'node:os'
import { gzipSync } from 'node:zlib'
import { chromium } from '@playwright/test'
import { minuteReceipt } from '@truestrike/core/proof/minute-fixture.ts'
import { testKey } from '@truestrike/core/proof/proof-fixture.ts'
import { receiptJson } from '@truestrike/core/proof/receipt-json.ts'
import { build } from 'esbuild'
import { launchOptions } from '../e2e/browser.ts'
import { quantile } from './http-load.ts'
import { receiptMicros } from './made-receipts.ts'
import { printTable } from './print-table.ts'

const PAGES = Number(process.env.BENCH_PAGES ?? 9)
const PROCESSES = Number(process.env.BENCH_PROCESSES ?? 5)

interface Timed {
  /** From the text of a receipt to the verdict, ms: the first one of a page or process, and those after it. */
  first: number
  later: number[]
}

/** As a page would load it. */
async function verifierText(): Promise<string> {
  const { outputFiles } = await build({
    ...{ entryPoints: ['bench/time-verifier.ts'], bundle: true, write: false },
    ...{ format: 'iife', minify: true, target: 'es2022', logLevel: 'warning' },
  })
  return outputFiles[0]?.text ?? ''
}

function row(where: string, blockMs: number, runs: readonly Timed[]): Record<string, string> {
  const sorted = (values: number[]): number[] => values.sort((a, b) => a - b)
  const first = sorted(runs.map((run) => run.first))
  const later = sorted(runs.flatMap((run) => run.later))
  const ms = (values: number[], share: number): string => quantile(values, share).toFixed(0)
  return {
    where,
    'blocks of': `${blockMs / 1_000} s`,
    'first one, best / median ms': `${ms(first, 0)} / ${ms(first, 0.5)}`,
    'later ones, p50 / p95 ms': `${ms(later, 0.5)} / ${ms(later, 0.95)}`,
    'load average': (loadavg()[0] ?? Number.NaN).toFixed(1),
  }
}

const script = await verifierText()
const keys = JSON.stringify([testKey(1).siteKey])
const sizes: Record<string, string>[] = []
const times: Record<string, string>[] = []
const browser = await chromium.launch(launchOptions)
for (const blockMs of [1_000, 10_000]) {
  const receipt = minuteReceipt(blockMs)
  const text = JSON.stringify(receiptJson({ kind: 'settlement', ...receipt }))
  const blocks = receipt.chains.reduce((sum, { blocks: chain }) => sum + chain.length, 0)
  sizes.push({
    'blocks of': `${blockMs / 1_000} s`,
    'JSON, bytes': String(text.length),
    'gzip, bytes': String(gzipSync(text).length),
    'blocks, signatures in it': `${blocks}, ${receipt.chains.length + 1}`,
  })
  const calls = `JSON.stringify(timeVerifier(${JSON.stringify(text)}, ${keys}))`
  const inNode = Array.from({ length: PROCESSES }, () => {
    const { stdout, stderr } = spawnSync(
      process.execPath,
      ['-e', `${script};process.stdout.write(${calls})`],
      {
        encoding: 'utf8',
      },
    )
    if (stderr !== '') throw new Error(stderr)
    return JSON.parse(stdout) as Timed
  })
  times.push(row('Node', blockMs, inNode))
  const inPages: Timed[] = []
  for (let at = 0; at < PAGES; at += 1) {
    const page = await browser.newPage()
    await page.addScriptTag({ content: script })
    inPages.push(JSON.parse((await page.evaluate(calls)) as string) as Timed)
    await page.close()
  }
  times.push(row('Chromium', blockMs, inPages))
}
await browser.close()
printTable('Receipt of a contract of 60 s', sizes)
printTable('Verified: a fresh process or page each', times)
printTable(
  'Signed receipts of acceptances',
  [1, 8, 64, 256].map((batch) => ({
    'orders in the batch': String(batch),
    'µs an order, best': receiptMicros(batch).toFixed(0),
  })),
)
process.exit(0)

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FullConfig } from '@playwright/test'
import { beginLogs } from './control-log.ts'
import { LENT_DATA, startProduct } from './product.ts'

const LOOKS_MAX = 600

interface Products {
  products: { symbol: string; ticker: { status: string } }[]
}

/** Starts the one product most journeys visit; those that kill or replay start their own, on a copy of its first data. */
export default async function startSharedProduct({ projects }: FullConfig): Promise<() => Promise<void>> {
  beginLogs(projects.map(({ name, testMatch }) => ({ name, files: [testMatch].flat().map(String) })))
  const product = await startProduct()
  const lent = mkdtempSync(join(tmpdir(), 'truestrike-e2e-lent-'))
  await until(() => everyChart(product.url))
  await product.lendData(lent)
  await until(async () => (await everyPrice(product.url)) !== null)
  process.env[LENT_DATA] = lent
  process.env.E2E_PRODUCT = JSON.stringify({ url: product.url, firstRun: product.firstRun })
  return async () => {
    await product.stop()
    rmSync(lent, { recursive: true, force: true })
  }
}

async function get<T>(url: string): Promise<T> {
  return ((await (await fetch(url)).json()) as { data: T }).data
}

/** The products' symbols once all have prices; null: not yet. */
async function everyPrice(url: string): Promise<string[] | null> {
  const { products } = await get<Products>(`${url}/api/market/products`)
  return products.every(({ ticker }) => ticker.status === 'open')
    ? products.map(({ symbol }) => symbol)
    : null
}

/** The longest period is made last. */
async function everyChart(url: string): Promise<boolean> {
  const symbols = await everyPrice(url)
  if (symbols === null) return false
  for (const symbol of symbols) {
    const longest = `${url}/api/market/candles?symbol=${symbol}&period=1w&limit=1000`
    if ((await get<{ hasMore: boolean }>(longest)).hasMore) return false
  }
  return true
}

/** While the history of its charts is being made a new product's prices come late. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let look = 0; look < LOOKS_MAX; look += 1) {
    if (await isSo()) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error('the product has not all its prices and charts')
}

import { startProduct } from './product.ts'

/** Starts the one product most journeys visit; those that kill or replay start their own. */
export default async function startSharedProduct(): Promise<() => Promise<void>> {
  const product = await startProduct()
  process.env.E2E_PRODUCT = JSON.stringify({ url: product.url, firstRun: product.firstRun })
  return () => product.stop()
}

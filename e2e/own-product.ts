import { test as journey } from './journey.ts'
import { type Product, START_LIMIT_MS, startProduct } from './product.ts'

/** Journeys that a product can make once only: each of their tries, in a process of the runner anew, has one of its own. */
export const test = journey.extend<object, { product: Product }>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner asks for a pattern.
    async ({}, use) => {
      const product = await startProduct()
      await use(product)
      await product.stop()
    },
    { scope: 'worker', timeout: START_LIMIT_MS },
  ],
  place: async ({ product }, use) => use({ url: product.url, firstRun: product.firstRun }),
})

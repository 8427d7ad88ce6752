import { test as journey } from './journey.ts'
import { type Product, START_LIMIT_MS, startProduct } from './product.ts'

/** Tests on a product of their own, one for each process of the runner, with these variables of the environment. */
export const onOwnProduct = (env: Record<string, string> = {}) =>
  journey.extend<object, { product: Product }>({
    product: [
      // biome-ignore lint/correctness/noEmptyPattern: the runner asks for a pattern.
      async ({}, use) => {
        const product = await startProduct(env)
        await use(product)
        await product.stop()
      },
      { scope: 'worker', timeout: START_LIMIT_MS },
    ],
    place: async ({ product }, use) => use({ url: product.url, firstRun: product.firstRun }),
  })

/** Journeys that a product can make once only: each of their tries, in a process of the runner anew, has one of its own. */
export const test = onOwnProduct()

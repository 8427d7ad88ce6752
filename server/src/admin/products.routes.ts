import { addProduct, changeProduct, listConfiguredProducts } from '@truestrike/protocol/product-endpoints.ts'
import type { Router } from '../platform/route.ts'
import { createProductsService, type ProductsParts } from './products.service.ts'

export function addProducts(router: Router, parts: ProductsParts): void {
  const products = createProductsService(parts)

  router.route(listConfiguredProducts, ({ query }) => products.list(query), { limit: 'read' })
  router.route(addProduct, ({ body, request }, admin) => products.add({ admin, request }, body))
  router.route(changeProduct, ({ params: { symbol = '' }, body, request }, admin) =>
    products.change({ admin, request }, symbol, body),
  )
}

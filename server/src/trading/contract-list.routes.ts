import {
  exportAllContracts,
  getAnyContract,
  getAnyReceipt,
  listAllContracts,
} from '@truestrike/protocol/contract-list-endpoints.ts'
import type { Router } from '../platform/route.ts'
import { parseRowId } from '../platform/row-id.ts'
import { type ContractListParts, createContractListsService } from './contract-lists.service.ts'
import type { ReceiptsService } from './receipts.service.ts'

const READ = { limit: 'read' } as const
/** Whole lists are as rare as files that are handed in. */
const FILE = { limit: 'upload' } as const

/** The order list of the back office. There is no call that changes a contract. */
export function addContractLists(
  router: Router,
  { receipts, ...parts }: ContractListParts & { receipts: Pick<ReceiptsService, 'getAnyReceipt'> },
): void {
  const lists = createContractListsService(parts)

  router.route(listAllContracts, ({ query }) => lists.list(query), READ)
  router.download(
    exportAllContracts,
    ({ query, request }, admin) => lists.export(query, admin, request),
    FILE,
  )
  router.route(getAnyContract, ({ params }) => lists.get(parseRowId(params.id)), READ)
  router.route(getAnyReceipt, ({ params }) => receipts.getAnyReceipt(parseRowId(params.id)), READ)
}

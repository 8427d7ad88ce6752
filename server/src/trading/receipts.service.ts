import { assert } from '@truestrike/core/assert.ts'
import { buildReceipt, type ReceiptParts, type SealedBlock } from '@truestrike/core/proof/build-receipt.ts'
import { decisionOf, evidenceSpans } from '@truestrike/core/proof/evidence.ts'
import { frozenContractOf, type SettlementReceipt } from '@truestrike/core/proof/receipt.ts'
import type { ReceiptJson } from '@truestrike/protocol/proof-endpoints.ts'
import { AppError } from '../platform/app-error.ts'
import { toReceiptJson } from './acceptance-receipt.ts'
import type { AcceptancesService, FoundAcceptance } from './acceptances.service.ts'
import type { ContractRow } from './contract-row.ts'
import { findLateVoid, readBlockOf } from './late-void.ts'
import type { SealedLog } from './traded-product.ts'

interface Parts {
  acceptances: Pick<AcceptancesService, 'find' | 'findAny'>
  sealedLog: SealedLog
}

/** What a user holds of his contract: see `getReceipt` of the protocol. */
export interface ShownReceipt {
  state: 'accepted' | 'sealing' | 'settled'
  receipt: ReceiptJson
}

const BIGINT_MAX = 9_223_372_036_854_775_807n

export type ReceiptsService = ReturnType<typeof createReceiptsService>

/** Receipts of contracts, made anew from what is stored each time they are asked for. */
export function createReceiptsService({ acceptances, sealedLog }: Parts) {
  const show = async (found: FoundAcceptance | null): Promise<ShownReceipt> => {
    if (found === null) throw new AppError('CONTRACT_NOT_FOUND')
    const { row } = found
    const isSettled = row.state === 'completed' || row.state === 'cancelled'
    const settled = isSettled ? await settlementReceipt(sealedLog, found) : null
    if (settled !== null)
      return { state: 'settled', receipt: toReceiptJson({ kind: 'settlement', ...settled }) }
    const receipt = toReceiptJson({ kind: 'acceptance', ...found.receipt })
    return { state: isSettled ? 'sealing' : 'accepted', receipt }
  }
  return {
    /** `CONTRACT_NOT_FOUND` as for the contract; `RANGE_NOT_AVAILABLE` when the log no longer holds the entries. */
    getReceipt: async (userId: bigint, id: bigint): Promise<ShownReceipt> =>
      show(id <= BIGINT_MAX ? await acceptances.find(userId, id) : null),

    /** The same of any contract, for administrators. */
    getAnyReceipt: async (id: bigint | null): Promise<ShownReceipt> =>
      show(id === null ? null : await acceptances.findAny(id)),
  }
}

/** Null: not all of it is sealed yet. */
async function settlementReceipt(log: SealedLog, found: FoundAcceptance): Promise<SettlementReceipt | null> {
  const { row, receipt } = found
  const evidence = await gatherEvidence(log, found)
  const built = evidence === null ? null : await evidence.build(null)
  if (evidence === null || built === null || row.cancelReason !== 'void') return built
  const contract = frozenContractOf(receipt.contract)
  const decision = decisionOf(contract, evidence.entries())
  if (decision === null || decision.outcome.state === 'cancelled') return built
  // Decided otherwise, then voided.
  const { opening } = decision.outcome
  const voided = { productId: row.productId, contract, opening, decidedSeq: decision.seq }
  const voidSeq = await findLateVoid(log, voided)
  return voidSeq === null ? null : await evidence.build(voidSeq)
}

/** The blocks around a contract's opening and expiry, and as many more as its receipt turns out to need. */
async function gatherEvidence(log: SealedLog, { row, receipt: accepted, rootSeq }: FoundAcceptance) {
  const newest = await log.newestHeader(row.productId)
  if (rootSeq === null || newest === null || newest.lastSeq < rootSeq) return null
  const held = new Map<number, SealedBlock>()
  const hold = (block: SealedBlock): void => void held.set(block.header.number, block)
  const sorted = (): SealedBlock[] => [...held.values()].sort((a, b) => a.header.number - b.header.number)
  const { opening, closing } = evidenceSpans(frozenContractOf(accepted.contract))
  for (const span of [opening, closing]) (await log.readBlocks(row.productId, span)).forEach(hold)
  return {
    entries: () => sorted().flatMap((block) => block.entries),
    /** `voidSeq`: the void that gave the stake back after all. Null: something is not sealed yet. */
    async build(voidSeq: number | null): Promise<SettlementReceipt | null> {
      for (;;) {
        const claim = claimOf(row)
        const built = buildReceipt({ accepted, claim, acceptanceSeq: rootSeq, voidSeq, blocks: sorted() })
        if (built.ok) return built.receipt
        const { missingSeq } = built
        const block = await readBlockOf(log, row.productId, missingSeq)
        assert(!held.has(block?.header.number ?? 0), 'a block that is there is not missing')
        if (block !== null) hold(block)
        else if (missingSeq > newest.lastSeq) return null
        else throw new AppError('RANGE_NOT_AVAILABLE')
      }
    },
  }
}

function claimOf(row: ContractRow): ReceiptParts['claim'] {
  const isCompleted = row.state === 'completed'
  return {
    state: isCompleted ? 'completed' : 'cancelled',
    result: row.result,
    cancelReason: row.cancelReason,
    openingPrice: row.openingPrice,
    openingTimeMs: row.openingTimeMs === null ? null : Number(row.openingTimeMs),
    openingSeq: row.openingSeq === null ? null : Number(row.openingSeq),
    closingPrice: isCompleted ? row.closingPrice : null,
    closingTimeMs: isCompleted && row.closingTimeMs !== null ? Number(row.closingTimeMs) : null,
    profitMicros: row.profitMicros ?? 0n,
  }
}

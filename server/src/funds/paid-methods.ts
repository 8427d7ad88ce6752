import type { DepositMethod, EndedMethod } from '@truestrike/protocol/funds-endpoints.ts'
import type { SitePicturesService } from '../accounts/site-pictures.service.ts'
import type { Clock } from '../platform/clock.ts'
import type { Sql } from '../platform/db.ts'
import { parseRowId } from '../platform/row-id.ts'
import { type DepositMethodRow, listDepositMethods } from './deposit-methods.store.ts'

/** For so long after a method was taken off the offer or changed, requests of who may have paid to it are taken. */
const TAKEN_AFTER_MS = 24 * 60 * 60_000

interface Parts {
  clock: Clock
  fundsMode: 'test' | 'live'
  sitePictures: Pick<SitePicturesService, 'addressOf'>
}

/** What users pay to, and paid to a moment ago. */
export function createPaidMethods({ clock, fundsMode, sitePictures }: Parts) {
  const takenMs = Math.floor(TAKEN_AFTER_MS * clock.speed)
  const rowsOf = (sql: Sql): Promise<DepositMethodRow[]> =>
    listDepositMethods(sql, {
      ...{ withTest: fundsMode === 'test', endedAfterMs: clock.nowMs() - takenMs },
    })

  return {
    /** Those that are offered, and those that no longer are but are still taken. */
    async list(sql: Sql): Promise<{ methods: DepositMethod[]; ended: EndedMethod[] }> {
      const methods: DepositMethod[] = []
      const ended: EndedMethod[] = []
      for (const row of await rowsOf(sql)) {
        const method = toWireMethod(row, sitePictures)
        if (row.offeredUntilMs === null) methods.push(method)
        else ended.push({ ...method, takenUntilMs: Number(row.offeredUntilMs) + takenMs })
      }
      return { methods, ended }
    },

    /** The one a request may name; undefined: none such is taken. */
    async find(sql: Sql, methodId: string): Promise<DepositMethodRow | undefined> {
      const id = parseRowId(methodId)
      return (await rowsOf(sql)).find((row) => row.id === id)
    },
  }
}

/** As users are told of it. */
export const toWireMethod = (
  { id, kind, name, network, address, accountName, accountNumber, ...row }: DepositMethodRow,
  sitePictures: Pick<SitePicturesService, 'addressOf'>,
): DepositMethod => ({
  ...{ id: id.toString(), kind, name, network, address, accountName, accountNumber },
  ...{ bankName: row.bankName, instructions: row.instructions, isTest: row.isTest },
  picture: sitePictures.addressOf(row.picture),
})

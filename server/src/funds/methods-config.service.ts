import { isSamePlace, METHOD_PLACE } from '@truestrike/core/funds/method-place.ts'
import { parseWalletAddress } from '@truestrike/core/wallet/wallet-address.ts'
import type { AskedMethod, ConfiguredMethod } from '@truestrike/protocol/config-endpoints.ts'
import {
  type AdminActor,
  CONFIG_CHANGED_SUBJECT,
  newestVersion,
  recordConfig,
} from '../accounts/config-record.ts'
import { cleanLine, cleanLines } from '../accounts/profile-texts.ts'
import type { SitePicturesService } from '../accounts/site-pictures.service.ts'
import { AppError, faultyField } from '../platform/app-error.ts'
import type { Bus } from '../platform/bus.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db, Sql } from '../platform/db.ts'
import {
  type ConfiguredMethodRow,
  insertMethod,
  listConfiguredMethods,
  type MethodToPut,
  placeMethod,
  removeMethods,
} from './deposit-methods.store.ts'
import { isBurnAddress } from './payout-target.ts'

interface Parts {
  db: Db
  bus: Bus
  clock: Clock
  fundsMode: 'test' | 'live'
  sitePictures: Pick<SitePicturesService, 'nameOf' | 'addressOf'>
}

/** How users pay in, as the operator sets it. */
export function createMethodsConfigService({ db, bus, clock, fundsMode, sitePictures }: Parts) {
  const toWire = ({ id, picture, ...row }: ConfiguredMethodRow): ConfiguredMethod => ({
    ...row,
    id: id.toString(),
    picture: sitePictures.addressOf(picture),
  })

  /** `row`: what it was before. */
  async function fromWire(
    sql: Sql,
    asked: AskedMethod,
    row: ConfiguredMethodRow | undefined,
    field: string,
  ): Promise<MethodToPut> {
    const { id: _id, ...rest } = asked
    const place = whereTo(asked, field)
    // Nobody sends real money where none is taken, and other words make no real method of a test one.
    const isTest = fundsMode === 'test' || (row?.isTest === true && isSamePlace(row, place))
    if (!isTest && isBurnAddress(place.address ?? '')) throw faultyField(`${field}.address`, 'address')
    const picture = await sitePictures.nameOf(sql, asked.picture, `${field}.picture`)
    const said = {
      name: asked.name === null || cleanLine(asked.name) === '' ? null : cleanLine(asked.name),
      instructions: cleanLines(asked.instructions),
      ...{ picture, isTest },
    }
    return { ...rest, ...said, ...place }
  }

  return {
    readNow: async (): Promise<ConfiguredMethod[]> =>
      (await listConfiguredMethods(db, { lock: false })).map(toWire),

    /** By an administrator; answers the version that holds. Errors: CONFIG_CHANGED, INVALID_PARAMETERS. */
    async change(actor: AdminActor, version: number, asked: readonly AskedMethod[]): Promise<number> {
      const holds = await db.tx(async (sql) => {
        const nowMs = clock.nowMs()
        const rows = await listConfiguredMethods(sql, { lock: true })
        const before = rows.map(toWire)
        // What was changed meanwhile has other numbers: said first, or they would be taken for faults.
        if ((await newestVersion(sql, 'methods')) !== version) throw new AppError('CONFIG_CHANGED')
        const kept = new Set<bigint>()
        for (const [at, method] of asked.entries()) {
          const field = `methods.${at}`
          const row =
            method.id === undefined ? undefined : rows.find(({ id }) => id === BigInt(method.id ?? 0))
          if (method.id !== undefined && row === undefined) throw faultyField(`${field}.id`, 'enum')
          if (row !== undefined && kept.has(row.id)) throw faultyField(`${field}.id`, 'uniqueItems')
          const put = await fromWire(sql, method, row, field)
          // What users were told, and may be paying to, is never something else under the same number.
          if (row === undefined || !isToldTheSame(row, put)) await insertMethod(sql, put, at + 1, nowMs)
          else {
            kept.add(row.id)
            await placeMethod(sql, { id: row.id, enabled: put.enabled, sort: at + 1 }, nowMs)
          }
        }
        const gone = rows.map(({ id }) => id).filter((id) => !kept.has(id))
        await removeMethods(sql, gone, nowMs)
        const after = (await listConfiguredMethods(sql, { lock: false })).map(toWire)
        const step = { section: 'methods', version, before: { methods: before }, after: { methods: after } }
        return (await recordConfig(sql, actor, { ...step, nowMs })).version
      })
      bus.publish(CONFIG_CHANGED_SUBJECT, {})
      return holds
    },
  }
}

type Place = Pick<MethodToPut, (typeof METHOD_PLACE)[number]>

const TOLD = ['kind', 'name', 'instructions', 'picture', ...METHOD_PLACE] as const

const isToldTheSame = (row: ConfiguredMethodRow, put: MethodToPut): boolean =>
  TOLD.every((key) => row[key] === put[key])

/** Errors: INVALID_PARAMETERS. */
function whereTo(asked: AskedMethod, field: string): Place {
  const nowhere: Place = {
    ...{ network: null, address: null, accountName: null, accountNumber: null, bankName: null },
  }
  if (asked.kind === 'wallet') {
    const { network } = asked
    if (network === null) throw faultyField(`${field}.network`, 'required')
    const address = parseWalletAddress(network, (asked.address ?? '').trim())
    if (!address.ok) throw faultyField(`${field}.address`, 'address')
    return { ...nowhere, network, address: address.value }
  }
  const line = (name: 'accountName' | 'accountNumber' | 'bankName'): string => {
    const text = cleanLine(asked[name] ?? '')
    if (text === '') throw faultyField(`${field}.${name}`, 'required')
    return text
  }
  return {
    ...nowhere,
    ...{ accountName: line('accountName'), accountNumber: line('accountNumber'), bankName: line('bankName') },
  }
}

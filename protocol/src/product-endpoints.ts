import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { Category, PairSymbol, Price, TimeMs } from './scalars.ts'
import { PRODUCT_NAME, SHOWN_LINE } from './text-rules.ts'

// Of the back office: the products. What prices are made of (symbol, category, decimals, source) is chosen once: it stands in
// every entry of the public log.

const Nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()])
const strict = { additionalProperties: false } as const
const Count = Type.Integer({ minimum: 0 })
const Minute = Type.Integer({ minimum: 0, maximum: 1440 })
const Day = Type.Integer({ minimum: 0, maximum: 6 })

/** Weekly sessions on the wall clock of an IANA zone; days from Sunday (0). Null: always open. */
const TradingCalendar = Nullable(
  Type.Object(
    {
      zone: Type.String({ minLength: 1, maxLength: 60, pattern: '^[A-Za-z0-9_+/-]+$' }),
      sessions: Type.Array(
        Type.Object({ fromDay: Day, fromMinute: Minute, toDay: Day, toMinute: Minute }, strict),
        { minItems: 1, maxItems: 50 },
      ),
    },
    strict,
  ),
)
const Name = Type.String({
  ...PRODUCT_NAME,
  pattern: SHOWN_LINE,
})
const Sort = Type.Integer({ minimum: 0, maximum: 1_000_000 })
const editable = { name: Name, calendar: TradingCalendar, enabled: Type.Boolean(), sort: Sort }

export const ConfiguredProduct = Type.Object({
  ...editable,
  symbol: PairSymbol,
  base: Type.String(),
  quote: Type.String(),
  category: Category,
  precision: Count,
  source: Type.Union([Type.Literal('simulated'), Type.Literal('replay'), Type.Literal('exchange')]),
  /** Of the prices; of the hours; of what was changed here. */
  version: Count,
  calendarVersion: Count,
  edits: Count,
  staleMs: Count,
  outlierBps: Count,
  deviationBps: Count,
  status: Type.Union([
    Type.Literal('open'),
    Type.Literal('closed'),
    Type.Literal('stale'),
    Type.Literal('disabled'),
  ]),
  price: Nullable(Price),
  /** Of both books: they are settled whatever is changed here. */
  openContracts: Count,
  /** Until when prices also come by hours of before, for contracts accepted under them. */
  pastHoursUntilMs: Nullable(TimeMs),
})
export type ConfiguredProduct = Type.Static<typeof ConfiguredProduct>

/** In the order of the market list. */
export const listConfiguredProducts = endpoint({
  method: 'GET',
  path: '/api/admin/products',
  audience: 'admin',
  permission: 'products:read',
  query: Type.Object({
    category: Type.Optional(Category),
    state: Type.Optional(Type.Union([Type.Literal('enabled'), Type.Literal('disabled')])),
    search: Type.Optional(Type.String({ maxLength: 40 })),
  }),
  data: Type.Object({
    products: Type.Array(ConfiguredProduct),
    /** What the processes of this installation get their prices from: that of a new product. */
    source: Type.Union([Type.Literal('simulated'), Type.Literal('replay'), Type.Literal('exchange')]),
  }),
})

/** With the default rules of its category. Refusals: PRODUCT_EXISTS, INVALID_PARAMETERS. */
export const addProduct = endpoint({
  method: 'POST',
  path: '/api/admin/products',
  audience: 'admin',
  permission: 'products',
  body: Type.Object(
    {
      ...editable,
      /** What is traded; quoted in USDT, which the symbol ends with. */
      base: Type.String({ pattern: '^[A-Z0-9]{2,16}$' }),
      category: Category,
      precision: Type.Integer({ minimum: 0, maximum: 8 }),
      /** Where simulated prices begin on the first day. */
      firstPrice: Price,
    },
    strict,
  ),
  data: Type.Object({ symbol: PairSymbol }),
})

/** `edits`: as it was looked at. Refusals: PRODUCT_NOT_FOUND, CONFIG_CHANGED, INVALID_PARAMETERS. */
export const changeProduct = endpoint({
  method: 'POST',
  path: '/api/admin/products/:symbol',
  audience: 'admin',
  permission: 'products',
  params: Type.Object({ symbol: PairSymbol }),
  body: Type.Object({ ...editable, edits: Count }, strict),
  data: Type.Object({ symbol: PairSymbol }),
})

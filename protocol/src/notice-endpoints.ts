import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { Amount, Book, Direction, Id, Nothing, PairSymbol, Price, TimeMs } from './scalars.ts'

/** What a user wants to be told. Mails that protect the account always go. */
const NotificationSettings = Type.Object({
  email: Type.Boolean(),
  priceAlerts: Type.Boolean(),
  trade: Type.Boolean(),
  system: Type.Boolean(),
  marketing: Type.Boolean(),
  newsletter: Type.Boolean(),
  /** One mail a day with what was not read. */
  digest: Type.Boolean(),
})
/** What is not named stays as it is. */
const NotificationChoice = Type.Partial(NotificationSettings, { additionalProperties: false })
export type NotificationChoice = Type.Static<typeof NotificationChoice>
export type NotificationSettings = Type.Static<typeof NotificationSettings>

export const getNotificationSettings = endpoint({
  method: 'GET',
  path: '/api/account/notifications',
  audience: 'user',
  data: NotificationSettings,
})

/** All of them, or those that change: two who change different ones do not undo each other. From then on, what is off is not written and not sent. */
export const setNotificationSettings = endpoint({
  method: 'POST',
  path: '/api/account/notifications',
  audience: 'user',
  body: NotificationChoice,
  data: NotificationSettings,
})

/** Titles and texts are the reader's: he words `kind` and `data` in his language. Announcements come worded. */
export const Notice = Type.Object({
  id: Id,
  /** Such as `contract-settled`, `deposit-completed`; a reader passes over what he does not know. */
  kind: Type.String(),
  type: Type.Union([Type.Literal('trade'), Type.Literal('system')]),
  priority: Type.Union([Type.Literal('high'), Type.Literal('medium'), Type.Literal('low')]),
  timeMs: TimeMs,
  read: Type.Boolean(),
  data: Type.Object({
    symbol: Type.Optional(PairSymbol),
    price: Type.Optional(Price),
    amount: Type.Optional(Amount),
    profit: Type.Optional(Amount),
    openingPrice: Type.Optional(Price),
    durationSeconds: Type.Optional(Type.Integer({ minimum: 1 })),
    contractId: Type.Optional(Id),
    book: Type.Optional(Book),
    direction: Type.Optional(Direction),
    result: Type.Optional(Type.String()),
    /** Why a contract was cancelled. */
    reason: Type.Optional(Type.String()),
    /** What it tells of, such as `deposit:17`. */
    ref: Type.Optional(Type.String()),
    /** The price an alert waited for; `price` is the one that reached it. */
    target: Type.Optional(Price),
    /** What a reviewer wrote. */
    remark: Type.Optional(Type.String()),
    /** The other user of a transfer. */
    uid: Type.Optional(Type.String()),
    /** For withdrawals, that was saved, removed or made the default; of a wallet, its beginning and end. */
    address: Type.Optional(Type.String()),
    /** When what it tells of ends by itself. */
    untilMs: Type.Optional(TimeMs),
    /** Of an announcement of the operator, in the reader's language: its number and words. */
    announcement: Type.Optional(Id),
    title: Type.Optional(Type.String()),
    text: Type.Optional(Type.String()),
  }),
})
export type Notice = Type.Static<typeof Notice>

/** Newest first; `before`: older ones than this. `more`: there are older ones still. */
export const listNotices = endpoint({
  method: 'GET',
  path: '/api/account/notices',
  audience: 'user',
  query: Type.Object({
    before: Type.Optional(Id),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50 })),
  }),
  data: Type.Object({ notices: Type.Array(Notice), more: Type.Boolean() }),
})

/** One's own; those of others and ones that are gone are passed over. */
export const readNotice = endpoint({
  method: 'POST',
  path: '/api/account/notices/:id/read',
  audience: 'user',
  params: Type.Object({ id: Id }),
  body: Type.Object({}, { additionalProperties: false }),
  data: Nothing,
})

export const deleteNotice = endpoint({
  method: 'DELETE',
  path: '/api/account/notices/:id',
  audience: 'user',
  params: Type.Object({ id: Id }),
  data: Nothing,
})

const Through = Type.Object(
  {
    /** The newest one the user has seen: what came meanwhile stays as it is. */
    throughId: Id,
  },
  { additionalProperties: false },
)

export const readAllNotices = endpoint({
  method: 'POST',
  path: '/api/account/notices/read-all',
  audience: 'user',
  body: Through,
  data: Nothing,
})

export const clearNotices = endpoint({
  method: 'POST',
  path: '/api/account/notices/clear',
  audience: 'user',
  body: Through,
  data: Nothing,
})

import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { Direction, Id, Nothing, PairSymbol, Price, TimeMs } from './scalars.ts'

/** A price its user is told of once: `up` when it is reached or passed from below, `down` from above. */
const PriceAlert = Type.Object({
  id: Id,
  symbol: PairSymbol,
  direction: Direction,
  price: Price,
  createdMs: TimeMs,
})
export type PriceAlert = Type.Static<typeof PriceAlert>

/** Those that wait, newest first; `max`: so many may wait at a time. */
export const listAlerts = endpoint({
  method: 'GET',
  path: '/api/account/alerts',
  audience: 'user',
  data: Type.Object({ alerts: Type.Array(PriceAlert), max: Type.Integer() }),
})

/** The same once more answers the one there is. Refused when the price is there already, or none that the pair can have. */
export const setAlert = endpoint({
  method: 'POST',
  path: '/api/account/alerts',
  audience: 'user',
  body: Type.Object(
    { symbol: PairSymbol, direction: Direction, price: Price },
    { additionalProperties: false },
  ),
  data: Type.Object({ alert: PriceAlert }),
})

/** One's own; what is gone, or somebody else's, is passed over. */
export const removeAlert = endpoint({
  method: 'DELETE',
  path: '/api/account/alerts/:id',
  audience: 'user',
  params: Type.Object({ id: Id }),
  data: Nothing,
})

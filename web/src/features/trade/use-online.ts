import { type Connection, useConnections } from '../../lib/connection-store.ts'

export interface TradeConnection extends Connection {
  /** Prices come in, or the first connection is still being made. */
  online: boolean
}

export function useTradeConnection(): TradeConnection {
  const connection = useConnections((connections) => connections.trade)
  return { ...connection, online: connection.phase !== 'retrying' && connection.phase !== 'stopped' }
}

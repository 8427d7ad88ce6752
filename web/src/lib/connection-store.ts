import { create } from 'zustand'

export type ConnectionName = 'general' | 'trade'

export interface Connection {
  phase: 'idle' | 'connecting' | 'open' | 'retrying' | 'stopped'
  /** Which attempt to reconnect this is, 1 to `attemptsMax`; 0 when not reconnecting. */
  attempt: number
  attemptsMax: number
}

export const RECONNECT_ATTEMPTS_MAX = 5

const IDLE: Connection = { phase: 'idle', attempt: 0, attemptsMax: RECONNECT_ATTEMPTS_MAX }

type Connections = Record<ConnectionName, Connection>

export const useConnections = create<Connections>()(() => ({ general: IDLE, trade: IDLE }))

export function setConnection(name: ConnectionName, connection: Connection): void {
  useConnections.setState({ [name]: connection })
}

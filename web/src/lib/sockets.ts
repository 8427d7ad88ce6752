import type { ServerMessage } from '@truestrike/protocol/frames.ts'
import { type ConnectionName, setConnection } from './connection-store.ts'
import { applyContracts, forgetContracts } from './contracts-store.ts'
import { errorText } from './error-text.ts'
import { livePrices } from './live-prices.ts'
import { askForMissed } from './missed-contracts.ts'
import { announceNotices } from './notice-events.ts'
import { postProof } from './proof/proof-mail.ts'
import { localNowMs, serverClock } from './server-clock.ts'
import { useSession } from './session-store.ts'
import { SocketClient } from './socket-client.ts'
import { reportSocketFault } from './socket-faults.ts'
import { TickStream } from './tick-stream.ts'
import { reloadUserInfoSoon } from './user-info.ts'

function socketUrl(path: string): string {
  const { protocol, host } = globalThis.location
  return `${protocol === 'https:' ? 'wss' : 'ws'}://${host}${path}`
}

/** The refused part: the session behind this socket is over. */
function endSession(): void {
  const { token, signOut } = useSession.getState()
  if (token !== null) signOut(errorText('SESSION_EXPIRED'))
}

function route(message: ServerMessage): void {
  switch (message.type) {
    case 'tickers':
      livePrices.applyTickers(message.items)
      return
    case 'ticks':
      livePrices.applyTicks(message.items)
      return
    case 'balances':
      useSession.getState().applyBalances(message.balances)
      reloadUserInfoSoon()
      return
    case 'contracts':
      void askForMissed(applyContracts(message.items, message.snapshot))
      return
    case 'notices':
      announceNotices(message.items)
      return
    case 'signed-out':
      endSession()
      return
    default:
      return
  }
}

function client(
  name: ConnectionName,
  path: string,
  onMessage: (message: ServerMessage) => void,
): SocketClient {
  return new SocketClient({
    url: () => socketUrl(path),
    token: () => useSession.getState().token,
    clock: serverClock,
    nowMs: localNowMs,
    random: Math.random,
    onMessage,
    onState: (connection) => setConnection(name, connection),
    onFault: (fault) => reportSocketFault(fault),
  })
}

const generalSocket = client('general', '/ws', route)

const tradeSocket = client('trade', '/trade', (message) => {
  if (message.type === 'ticks') tickStream.apply(message.items)
  if (message.type === 'ticks' || message.type === 'block') postProof(message)
  route(message)
})

const tickStream = new TickStream((symbol) => tradeSocket.resume('ticks', symbol))

/** Follows every tick of one product from where this reader stands. */
export function followTicks(symbol: string, listener: Parameters<TickStream['listen']>[1]): () => void {
  const unlisten = tickStream.listen(symbol, listener)
  const unsubscribe = tradeSocket.subscribe('ticks', symbol, () => tickStream.position(symbol))
  return () => {
    unsubscribe()
    unlisten()
  }
}

const AGE_EVERY_MS = 500

/** The clock of a fast replay waits for its server: then the age of a price cannot be told here. */
function agePrices(): void {
  if (serverClock.isSet() && serverClock.speed() === 1) livePrices.ageTo(serverClock.nowMs())
}

/** Opens both sockets and keeps them in step with the session, the network and the tab. Returns the way to stop. */
export function startSockets(): () => void {
  const clients = [generalSocket, tradeSocket]
  const leave = [generalSocket.subscribe('tickers')]
  let leaveUser: (() => void)[] = []
  const follow = (): void => {
    for (const stop of leaveUser) stop()
    leaveUser =
      useSession.getState().token === null
        ? []
        : [generalSocket.subscribe('user'), tradeSocket.subscribe('contracts')]
  }
  follow()
  for (const each of clients) each.start()
  const again = (): void => {
    for (const each of clients) each.reconnect()
  }
  const lost = (): void => {
    for (const each of clients) each.lose()
  }
  const touched = (): void => {
    for (const each of clients) each.touch()
  }
  const shown = (): void => {
    if (globalThis.document.visibilityState === 'visible') again()
  }
  const aging = setInterval(agePrices, AGE_EVERY_MS)
  const listening = new AbortController()
  const on = (type: string, handle: () => void): void =>
    globalThis.addEventListener(type, handle, { signal: listening.signal })
  on('online', again)
  on('offline', lost)
  on('pointerdown', touched)
  on('keydown', touched)
  // It bubbles up from the document.
  on('visibilitychange', shown)
  const unwatch = useSession.subscribe((session, before) => {
    if (session.token === before.token) return
    forgetContracts()
    follow()
    for (const each of clients) each.restart()
  })
  return () => {
    listening.abort()
    unwatch()
    clearInterval(aging)
    for (const stop of [...leave, ...leaveUser]) stop()
    for (const each of clients) each.stop()
  }
}

/** The user's wish after five attempts in vain. */
export function reconnectSockets(): void {
  generalSocket.reconnect()
  tradeSocket.reconnect()
}

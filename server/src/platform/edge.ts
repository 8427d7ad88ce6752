import type { Config } from '../config.ts'
import { registerApiDocs } from './api-docs.ts'
import type { Bus } from './bus.ts'
import type { Cancel, Clock } from './clock.ts'
import type { ReadyChecks } from './http-health.ts'
import type { Authenticators } from './http-identity.ts'
import { createRateLimiter } from './http-rate-limit.ts'
import { createHttp, type Http } from './http-server.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'
import { createSharedLimiter } from './shared-limits.ts'
import { createSocketServer, type SocketServer } from './socket-server.ts'

const SUBSCRIPTIONS_PER_SOCKET_MAX = 30

export interface EdgeGround {
  config: Config
  bus: Bus
  clock: Clock
  log: Log
  metrics: Metrics
  webRoot: string | null
  checkAnswers?: boolean
  /** Of the product. */
  version: string
}

export interface Edge {
  http: Http
  hub: SocketServer
  /** Counts calls together with the other processes, until cancelled. */
  shareLimits(): Cancel
}

/** Calls and sockets on one port, with the limits of the configuration. */
export async function createEdge(
  ground: EdgeGround,
  authenticators: Authenticators,
  checks: ReadyChecks,
): Promise<Edge> {
  const { config, bus, clock, log, metrics } = ground
  const { limits, publicUrl } = config
  const perMinute = {
    signIn: limits.signInPerMinute,
    order: limits.orderPerMinute,
    read: limits.readPerMinute,
    log: limits.logPerMinute,
    write: limits.writePerMinute,
    upload: limits.uploadPerMinute,
  }
  const limiter = createSharedLimiter(createRateLimiter())
  const http = await createHttp({
    publicUrl,
    limiter,
    trustedProxies: config.trustedProxies,
    limits: perMinute,
    authenticators,
    log,
    checks,
    webRoot: ground.webRoot,
    checkAnswers: ground.checkAnswers === true,
    onCall: metrics.httpAnswered,
  })
  registerApiDocs(http.router, { routes: http.routes, limits: perMinute, publicUrl, version: ground.version })
  const hub = createSocketServer({
    http,
    bus,
    clock,
    log,
    authenticators,
    limits: {
      messagesPerMinute: limits.socketMessagesPerMinute,
      subscriptionsPerSocket: SUBSCRIPTIONS_PER_SOCKET_MAX,
      socketsPerAddress: limits.socketsPerAddress,
    },
    onSkipped: metrics.socketFramesSkipped,
  })
  metrics.trackSockets('/ws', () => hub.socketCount('/ws'))
  metrics.trackSockets('/trade', () => hub.socketCount('/trade'))
  return { http, hub, shareLimits: () => limiter.share(bus, clock) }
}

import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

const MAIL_OUTCOMES = ['sent', 'failed', 'dropped'] as const
type MailOutcome = (typeof MAIL_OUTCOMES)[number]
const BAR_RESULTS = ['equal', 'repaired', 'different'] as const
type BarResult = (typeof BAR_RESULTS)[number]

/** What a registry holds at a moment, as plain data that can go from thread to thread. */
export type MetricValues = object[]

/** Measurements for Prometheus. Functions are cheap enough for the hot path; `track…` reads at scrape time. */
export interface Metrics {
  /** `outcome`: `accepted` or the code of the refusal. */
  orderAnswered(outcome: string, acknowledgeMs: number): void
  orderBatchFlushed(orders: number): void
  contractsSettled(count: number, delayMs: number): void
  ticksPublished(count: number): void
  /** From the stamp of a tick until its batch was durable and published. */
  tickDelayed(delayMs: number): void
  httpAnswered(method: string, route: string, status: number, durationMs: number): void
  socketFramesSkipped(count: number): void
  /** A mail taken by the mail server, not taken for now, or given up: refused for good, or its time over. */
  mailTried(outcome: MailOutcome): void
  /** A minute of an exchange's trades was held against its own bar; `repaired`: equal with trades that had to be fetched. */
  barCompared(result: BarResult): void
  /** Age of the newest tick in ms for each product. */
  trackTickAge(read: () => Iterable<readonly [symbol: string, ageMs: number]>): void
  /** Whether the source of each product deviates from the second one. */
  trackQuarantine(read: () => Iterable<readonly [symbol: string, deviates: boolean]>): void
  /** Sockets open on one path. */
  trackSockets(path: string, read: () => number): void
  /** Length of a named queue. */
  trackQueue(queue: string, read: () => number): void
  /** `clock`: whose; each thread has one. */
  trackClockOffset(read: () => number, clock?: string): void
  /** For how long, in seconds, an open contract should have been settled. */
  trackOverdueSettlement(read: () => Promise<number>): void
  /** Whether each part of the process can do its work. */
  trackParts(read: () => Promise<Iterable<readonly [part: string, works: boolean]>>): void
  /** All of it as plain data. */
  values(): Promise<MetricValues>
  /** All of it, together with what other threads of the process have measured, in Prometheus' text format. */
  render(others?: readonly MetricValues[]): Promise<{ contentType: string; text: string }>
}

const LATENCY_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]
/** Told while a part is away, which has an alarm of its own. */
const UNAVAILABLE = 503
const BATCH_SIZES = [1, 2, 4, 8, 16, 32, 64, 128, 256]

/** `processMetrics`: memory, CPU and event loop too (off in tests). */
export function createMetrics(processMetrics: boolean): Metrics {
  const registry = new Registry()
  if (processMetrics) collectDefaultMetrics({ register: registry, prefix: 'truestrike_' })
  return {
    ...createCounts(registry),
    ...createTracks(registry),
    values: () => registry.getMetricsAsJSON(),
    async render(others = []) {
      const all = others.length === 0 ? registry : await joined(registry, others)
      return { contentType: registry.contentType, text: await all.metrics() }
    },
  }
}

/** Counts are added up; of other values the metric itself says which one stands for the process (`aggregator`). */
async function joined(registry: Registry, others: readonly MetricValues[]): Promise<Registry> {
  return AggregatorRegistry.aggregate([await registry.getMetricsAsJSON(), ...others])
}

function createCounts(registry: Registry) {
  const registers = [registry]
  const seconds = (name: string, help: string) =>
    new Histogram({ name, help, buckets: LATENCY_SECONDS, registers })
  const orders = new Counter({
    name: 'orders_total',
    help: 'Orders by outcome',
    labelNames: ['outcome'],
    registers,
  })
  const acknowledge = seconds('order_acknowledge_seconds', 'From order received to answered')
  const batches = new Histogram({
    name: 'order_batch_size',
    help: 'Orders a batch',
    buckets: BATCH_SIZES,
    registers,
  })
  const settled = new Counter({ name: 'contracts_settled_total', help: 'Contracts settled', registers })
  const settlement = seconds('settlement_delay_seconds', 'From expiry to settled')
  const ticks = new Counter({ name: 'ticks_published_total', help: 'Ticks published', registers })
  const tickDelay = seconds('tick_publish_delay_seconds', 'From stamp to durable and published')
  const skipped = new Counter({
    name: 'socket_frames_skipped_total',
    help: 'Frames skipped for slow clients',
    registers,
  })
  const mails = new Counter({
    name: 'mails_total',
    help: 'Mails by outcome',
    labelNames: ['outcome'],
    registers,
  })
  // There from the start: an alarm on a rise misses the first one of a series that begins with it.
  for (const outcome of MAIL_OUTCOMES) mails.inc({ outcome }, 0)
  const bars = new Counter({
    name: 'feed_bars_total',
    help: "Minutes held against the exchange's own bars",
    labelNames: ['result'],
    registers,
  })
  for (const result of BAR_RESULTS) bars.inc({ result }, 0)
  // Without labels it is there from the start, too: who counts the answers by route and status misses the first fault of each.
  const faults = new Counter({ name: 'server_faults_total', help: 'Calls the server failed in', registers })
  const http = new Histogram({
    name: 'http_request_seconds',
    help: 'HTTP latency',
    labelNames: ['method', 'route', 'status'],
    buckets: LATENCY_SECONDS,
    registers,
  })
  return {
    orderAnswered: (outcome: string, acknowledgeMs: number) => {
      orders.inc({ outcome })
      acknowledge.observe(acknowledgeMs / 1_000)
    },
    orderBatchFlushed: (count: number) => batches.observe(count),
    contractsSettled: (count: number, delayMs: number) => {
      settled.inc(count)
      settlement.observe(Math.max(0, delayMs) / 1_000)
    },
    ticksPublished: (count: number) => ticks.inc(count),
    tickDelayed: (delayMs: number) => tickDelay.observe(Math.max(0, delayMs) / 1_000),
    socketFramesSkipped: (count: number) => skipped.inc(count),
    barCompared: (result: BarResult) => bars.inc({ result }),
    mailTried: (outcome: MailOutcome) => mails.inc({ outcome }),
    httpAnswered: (method: string, route: string, status: number, durationMs: number) => {
      http.observe({ method, route, status: String(status) }, durationMs / 1_000)
      if (status >= 500 && status !== UNAVAILABLE) faults.inc()
    },
  }
}

function createTracks(registry: Registry) {
  const labelled = (
    name: string,
    help: string,
    label: string,
    read: () => Iterable<readonly [string, number]> | Promise<Iterable<readonly [string, number]>>,
    aggregator: 'sum' | 'min' | 'max' = 'sum',
  ) =>
    new Gauge({
      name,
      help,
      aggregator,
      labelNames: [label],
      registers: [registry],
      async collect() {
        const values = await read()
        this.reset()
        for (const [key, value] of values) this.set({ [label]: key }, value)
      },
    })
  const evaluate = function* (readers: Map<string, () => number>): Iterable<readonly [string, number]> {
    for (const [key, read] of readers) yield [key, read()]
  }
  const queues = new Map<string, () => number>()
  const sockets = new Map<string, () => number>()
  const clocks = new Map<string, () => number>()
  let quarantined: () => Iterable<readonly [string, boolean]> = () => []
  let tickAges: () => Iterable<readonly [string, number]> = () => []
  let parts: () => Promise<Iterable<readonly [string, boolean]>> = async () => []
  let overdue: () => Promise<number> = async () => 0
  labelled('queue_length', 'Waiting in each queue', 'queue', () => evaluate(queues))
  labelled('sockets_open', 'Open sockets', 'path', () => evaluate(sockets))
  labelled('clock_offset_ms', "Database's clock ahead of this process", 'clock', () => evaluate(clocks))
  const readParts = async () => [...(await parts())].map(([part, works]) => [part, Number(works)] as const)
  labelled('part_works', '1: the part can do its work', 'part', readParts, 'min')
  const readQuarantined = () =>
    [...quarantined()].map(([symbol, deviates]) => [symbol, Number(deviates)] as const)
  labelled('feed_quarantined', 'Source deviates from the second one', 'symbol', readQuarantined, 'max')
  labelled('tick_age_ms', 'Age of the newest tick', 'symbol', () => tickAges(), 'max')
  new Gauge({
    name: 'settlement_overdue_seconds',
    help: 'Since the oldest open contract should have been settled',
    aggregator: 'max',
    registers: [registry],
    async collect() {
      this.set(await overdue())
    },
  })
  return {
    trackTickAge: (read: () => Iterable<readonly [string, number]>) => {
      tickAges = read
    },
    trackQuarantine: (read: () => Iterable<readonly [string, boolean]>) => {
      quarantined = read
    },
    trackSockets: (path: string, read: () => number) => void sockets.set(path, read),
    trackQueue: (queue: string, read: () => number) => void queues.set(queue, read),
    trackClockOffset: (read: () => number, clock = 'service') => void clocks.set(clock, read),
    trackOverdueSettlement: (read: () => Promise<number>) => {
      overdue = read
    },
    trackParts: (read: () => Promise<Iterable<readonly [string, boolean]>>) => {
      parts = read
    },
  }
}

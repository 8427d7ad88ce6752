import type { FastifyInstance } from 'fastify'

const CHECK_TIMEOUT_MS = 2_000
const LOOK_COUNTS_MS = 250

/** Name of a part → throws or rejects when the part cannot do its work. */
export type ReadyChecks = Record<string, () => Promise<void> | void>

type Outcome = 'ok' | 'failed'

/**
 * `/healthz`: the process answers. `/readyz`: it can do its work; 503 and the names of the failing parts otherwise.
 * Neither is limited, as load balancers ask from one address and often.
 */
export function registerHealth(app: FastifyInstance, checks: ReadyChecks, isStopping: () => boolean): void {
  app.get('/healthz', () => ({ status: 'alive' }))
  const look = shareLooks(() => runChecks(checks))
  app.get('/readyz', async (_request, reply) => {
    const outcomes = await look()
    const isReady = !isStopping() && Object.values(outcomes).every((outcome) => outcome === 'ok')
    reply.code(isReady ? 200 : 503)
    return { status: isReady ? 'ready' : isStopping() ? 'stopping' : 'unavailable', checks: outcomes }
  })
}

/** One look answers all who ask while it is under way and shortly after: a flood of questions costs no more than a few. */
function shareLooks<T>(run: () => Promise<T>): () => Promise<T> {
  let shared: Promise<T> | null = null
  return () => {
    shared ??= run().finally(() => {
      setTimeout(() => {
        shared = null
      }, LOOK_COUNTS_MS).unref()
    })
    return shared
  }
}

/** All at once; one that neither ends nor fails within two seconds has failed. */
export async function runChecks(checks: ReadyChecks): Promise<Record<string, Outcome>> {
  const run = async ([name, check]: [string, ReadyChecks[string]]) => [name, await outcomeOf(check)] as const
  return Object.fromEntries(await Promise.all(Object.entries(checks).map(run)))
}

async function outcomeOf(check: () => Promise<void> | void): Promise<Outcome> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<'failed'>((resolve) => {
    timer = setTimeout(resolve, CHECK_TIMEOUT_MS, 'failed')
  })
  const run = async (): Promise<Outcome> => {
    try {
      await check()
      return 'ok'
    } catch {
      return 'failed'
    }
  }
  try {
    return await Promise.race([run(), timeout])
  } finally {
    clearTimeout(timer)
  }
}

import type { FastifyInstance } from 'fastify'

const CHECK_TIMEOUT_MS = 2_000

/** Name of a part → throws or rejects when the part cannot do its work. */
export type ReadyChecks = Record<string, () => Promise<void> | void>

/** `/healthz`: the process answers. `/readyz`: it can do its work; 503 and the names of the failing parts otherwise. */
export function registerHealth(app: FastifyInstance, checks: ReadyChecks, isStopping: () => boolean): void {
  app.get('/healthz', () => ({ status: 'alive' }))
  app.get('/readyz', async (_request, reply) => {
    const results = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => [name, await outcomeOf(check)] as const),
    )
    const isReady = !isStopping() && results.every(([, outcome]) => outcome === 'ok')
    reply.code(isReady ? 200 : 503)
    return {
      status: isReady ? 'ready' : isStopping() ? 'stopping' : 'unavailable',
      checks: Object.fromEntries(results),
    }
  })
}

async function outcomeOf(check: () => Promise<void> | void): Promise<'ok' | 'failed'> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<'failed'>((resolve) => {
    timer = setTimeout(resolve, CHECK_TIMEOUT_MS, 'failed')
  })
  const run = async (): Promise<'ok' | 'failed'> => {
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

import type { Clock } from '../../platform/clock.ts'

/** When a source that limits us does not say for how long. */
const RETRY_AFTER_MS = 60_000
/** 429 asks to slow down, 418 is a ban for not having done so, 403 a firewall's. */
const LIMITED = new Set([403, 418, 429])
const ANSWER_WITHIN_MS = 10_000
const WAIT_AFTER_FAILURE_MS = 2_000

/** The source does not take the question: asking again does not help. */
export class RefusedQuestion extends Error {}

/** Calls of one source's public REST interface: none while it has told us to wait. */
export class ExchangeRest {
  private readonly baseUrl: string
  private readonly clock: Pick<Clock, 'nowMs'>
  private waitUntilMs = 0

  /** `baseUrl` without a slash at its end. */
  constructor(baseUrl: string, clock: Pick<Clock, 'nowMs'>) {
    this.baseUrl = baseUrl
    this.clock = clock
  }

  /** False: it has told us to wait, or has just failed. */
  get isReady(): boolean {
    return this.clock.nowMs() >= this.waitUntilMs
  }

  /** The body of a GET as text. Throws when it may not be asked now, does not answer, or answers other than 200. */
  async get(path: string): Promise<string> {
    if (!this.isReady) throw new Error('the exchange has asked to wait')
    try {
      const answer = await fetch(`${this.baseUrl}${path}`, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) })
      if (answer.ok) return await answer.text()
      await answer.body?.cancel()
      if (answer.status === 400) throw new RefusedQuestion('the exchange refused the question')
      this.wait(waitAskedFor(answer.status, answer.headers.get('retry-after')))
      throw new Error(`the exchange answered ${answer.status}`)
    } catch (error) {
      if (!(error instanceof RefusedQuestion)) this.wait(WAIT_AFTER_FAILURE_MS)
      throw error
    }
  }

  private wait(forMs: number): void {
    this.waitUntilMs = Math.max(this.waitUntilMs, this.clock.nowMs() + forMs)
  }
}

/** How long an answer asks to be left alone, in ms; 0: it does not. */
export function waitAskedFor(status: number, retryAfter: string | null | undefined): number {
  if (!LIMITED.has(status)) return 0
  return retryAfter && /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) * 1_000 : RETRY_AFTER_MS
}

/** Collects what arrives while a batch is under way and runs it as the next one: no timer, no added waiting when idle. */
export interface MicroBatcher<In, Out> {
  /** Resolves with the answer to this input; rejects as `refuse` says when too many wait, or as the batch says. */
  submit(input: In): Promise<Out>
  readonly waiting: number
  /** Takes nothing new and resolves when all that waits has been answered. */
  drain(): Promise<void>
}

export interface MicroBatcherOptions<In, Out> {
  batchMax: number
  waitingMax: number
  /** Inputs of the same key never share a batch: the second waits for the next. */
  keyOf(input: In): bigint | string
  /** One outcome per input, in order. Must not throw for one bad input. */
  run(inputs: In[]): Promise<Outcome<Out>[]>
  refuse(): Error
}

export type Outcome<Out> = { ok: true; value: Out } | { ok: false; error: unknown }

interface Waiting<In, Out> {
  input: In
  resolve(value: Out): void
  reject(error: unknown): void
}

export function createMicroBatcher<In, Out>(options: MicroBatcherOptions<In, Out>): MicroBatcher<In, Out> {
  let queue: Waiting<In, Out>[] = []
  let inFlight = false
  let scheduled = false
  let closed = false
  let onIdle: (() => void)[] = []

  const schedule = (): void => {
    if (scheduled || inFlight || queue.length === 0) return
    scheduled = true
    setImmediate(() => {
      scheduled = false
      void flush()
    })
  }
  const flush = async (): Promise<void> => {
    const { batch, rest } = takeBatch(queue, options)
    queue = rest
    inFlight = true
    const outcomes = await outcomesOf(batch, options)
    inFlight = false
    // The next batch goes before this one is answered: whoever runs it need not wait until the answers are written.
    if (queue.length > 0) void flush()
    answer(batch, outcomes)
    if (!inFlight) for (const idle of onIdle.splice(0)) idle()
  }
  return {
    get waiting() {
      return queue.length
    },
    submit: (input) => {
      if (closed || queue.length >= options.waitingMax) return Promise.reject(options.refuse())
      return new Promise<Out>((resolve, reject) => {
        queue.push({ input, resolve, reject })
        schedule()
      })
    },
    drain: () => {
      closed = true
      if (!inFlight && queue.length === 0) return Promise.resolve()
      return new Promise((resolve) => {
        onIdle = [...onIdle, resolve]
      })
    },
  }
}

/** A batch that throws answers all of its inputs with the error. */
async function outcomesOf<In, Out>(
  batch: readonly Waiting<In, Out>[],
  options: MicroBatcherOptions<In, Out>,
): Promise<Outcome<Out>[]> {
  try {
    return await options.run(batch.map((waiting) => waiting.input))
  } catch (error) {
    return batch.map(() => ({ ok: false, error }))
  }
}

function answer<In, Out>(batch: Waiting<In, Out>[], outcomes: Outcome<Out>[]): void {
  batch.forEach((waiting, at) => {
    const outcome = outcomes[at]
    if (outcome === undefined) waiting.reject(new Error('the batch left an input unanswered'))
    else if (outcome.ok) waiting.resolve(outcome.value)
    else waiting.reject(outcome.error)
  })
}

/** The longest-waiting inputs of different keys; the others keep their order. */
function takeBatch<In, Out>(queue: Waiting<In, Out>[], options: MicroBatcherOptions<In, Out>) {
  const batch: Waiting<In, Out>[] = []
  const rest: Waiting<In, Out>[] = []
  const keys = new Set<bigint | string>()
  for (const [at, waiting] of queue.entries()) {
    if (batch.length >= options.batchMax) return { batch, rest: rest.concat(queue.slice(at)) }
    const key = options.keyOf(waiting.input)
    if (keys.has(key)) rest.push(waiting)
    else {
      keys.add(key)
      batch.push(waiting)
    }
  }
  return { batch, rest }
}

import { type ChildProcess, spawn } from 'node:child_process'
import { messageWith } from './child-message.ts'
import type { ClientResult, SocketPlan } from './socket-clients.ts'

const PROCESSES = Number(process.env.BENCH_CLIENT_PROCESSES ?? 2)

export interface SocketCrowd {
  begin(): Promise<void>
  /** What came since `begin`, by process. */
  end(): Promise<ClientResult[]>
  close(): void
}

/** Opens the sockets of a plan, spread over several processes. */
export async function openCrowd(plan: SocketPlan, processes = PROCESSES): Promise<SocketCrowd> {
  const children: ChildProcess[] = []
  const share = Math.ceil(plan.count / processes)
  await Promise.all(
    Array.from({ length: processes }, async (_, at) => {
      const child = spawn(process.execPath, ['scripts/run-ts.mjs', 'bench/socket-clients.ts'], {
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      })
      children.push(child)
      await messageWith(child, 'ready')
      const from = at * share
      const count = Math.min(share, plan.count - from)
      child.send({ open: { ...plan, count, tokens: plan.tokens.slice(from, from + count) } })
      await messageWith(child, 'opened')
    }),
  )
  const askAll = <T>(message: object, field: string): Promise<T[]> =>
    Promise.all(
      children.map((child) => {
        const answer = messageWith(child, field)
        child.send(message)
        return answer.then((found) => found[field] as T)
      }),
    )
  return {
    begin: () => askAll({ begin: true }, 'begun').then(() => undefined),
    end: () => askAll<ClientResult>({ end: true }, 'result'),
    close: () => {
      for (const child of children) child.disconnect()
    },
  }
}

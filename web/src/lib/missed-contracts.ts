import { getContract } from '@truestrike/protocol/trade-endpoints.ts'
import { call } from './api-client.ts'
import { applyContracts } from './contracts-store.ts'
import { useSession } from './session-store.ts'

/** Contracts asked for at the same moment. */
const AT_ONCE = 4

/** Asks for pending contracts that a snapshot did not hold. One that fails stays pending: the next snapshot asks again. */
export async function askForMissed(missed: readonly string[]): Promise<void> {
  const { token } = useSession.getState()
  const ids = missed.values()
  const ask = async (): Promise<void> => {
    for (const id of ids) {
      const answer = await call(getContract, { params: { id } }, { toast: false }).catch(() => null)
      if (useSession.getState().token !== token) return
      if (answer !== null) applyContracts([answer.contract], false)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, ask))
}

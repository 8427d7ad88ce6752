import { endSecondStep, useSecondStep } from '../second-step.ts'
import { useSession } from '../session-store.ts'
import type { WalletSession } from '../wallet-session.ts'

/** A sign-in of this tab that was given up half way leaves no wallet connected; what another tab is about is left alone. */
export function giveUpSecondStep(): void {
  const { wallet } = useSecondStep.getState()
  endSecondStep()
  if (wallet === null || useSession.getState().token !== null) return
  // One that has gone meanwhile, or has no way to, stays as it is.
  disconnect(wallet).catch(() => undefined)
}

async function disconnect({ key, chain }: WalletSession): Promise<void> {
  const { findKey, lookForWallets } = await import('./found-wallets.ts')
  lookForWallets()
  await findKey(key, chain)?.connector.disconnect()
}

import { logout } from '@truestrike/protocol/account-endpoints.ts'
import { create } from 'zustand'
import { call } from './api-client.ts'
import { useSession } from './session-store.ts'

/** Whether the question "sign out?" is on the screen: any page may ask it, the shell shows it. */
export const useSignOutQuestion = create<{ open: boolean }>()(() => ({ open: false }))

export function askToSignOut(): void {
  useSignOutQuestion.setState({ open: true })
}

/** Revokes the session on the server; this browser forgets it even when the server cannot be reached, and says why. */
export async function signOutHere(why?: string): Promise<void> {
  const { token, signOut } = useSession.getState()
  if (token === null) return
  try {
    await call(logout, {}, { toast: false })
  } catch {
    // The token ends by itself; nothing of it stays here.
  }
  signOut(why)
}

import type { AdminInfo } from '@truestrike/protocol/account-endpoints.ts'
import type { Endpoint } from '@truestrike/protocol/endpoint.ts'
import { create } from 'zustand'
import { type CallInput, call, callFile } from '../../lib/api-client.ts'
import { ApiError } from '../../lib/api-error.ts'
import { readStored, writeStored } from '../../lib/browser-storage.ts'
import { callUpload, type UploadForm } from '../../lib/upload.ts'
import { activeMs, IDLE_MAX_MS } from './activity.ts'

interface AdminSession {
  token: string | null
  /** Null until the profile has been loaded. */
  admin: AdminInfo | null
  /** Calls refused for want of a permission: after one the profile is asked for again, it may have changed. */
  denials: number
  /** Signed out, here or in the page that led to this one, for having touched nothing for too long: the sign-in page says so. */
  wasIdle: boolean
  signIn(token: string, admin: AdminInfo): void
  applyAdmin(admin: AdminInfo): void
  noteDenial(): void
  signOut(why?: 'idle'): void
}

/** The sign-in page's address, with what a page that stands alone has to tell it: whether it was idle, where it leads back to. */
export const signInAddress = (wasIdle: boolean, wanted: string): string =>
  `/admin/login?${wasIdle ? 'idle&' : ''}wanted=${encodeURIComponent(wanted)}`

const TOKEN_KEY = 'adminToken'
const ROLE_KEY = 'adminRole'
const PERMISSIONS_KEY = 'adminPermissions'

function keep(admin: AdminInfo | null): void {
  writeStored(ROLE_KEY, admin?.role ?? null)
  writeStored(PERMISSIONS_KEY, admin === null ? null : JSON.stringify(admin.permissions))
}

export const useAdminSession = create<AdminSession>()((set, get) => ({
  token: readStored(TOKEN_KEY),
  admin: null,
  denials: 0,
  wasIdle: new URLSearchParams(location.search).has('idle'),
  signIn(token, admin) {
    writeStored(TOKEN_KEY, token)
    keep(admin)
    set({ token, admin, wasIdle: false })
  },
  applyAdmin(admin) {
    keep(admin)
    set({ admin })
  },
  noteDenial: () => set(({ denials }) => ({ denials: denials + 1 })),
  signOut(why) {
    const token = readStored(TOKEN_KEY)
    // A tab that was frozen has not heard yet of the session another one opened since: that one goes on.
    if (token !== null && token !== get().token) return set({ token, admin: null, wasIdle: false })
    writeStored(TOKEN_KEY, null)
    keep(null)
    // Told once more, as by the page in the shell's frame, it ended as it did.
    set((known) => ({
      ...{ token: null, admin: null },
      wasIdle: why === 'idle' || (known.token === null && known.wasIdle),
    }))
  },
}))

/** Signing in or out in another tab holds here too. Returns the way to stop. */
export function followOtherTabs(): () => void {
  const hear = ({ key }: StorageEvent): void => {
    if (key !== TOKEN_KEY && key !== null) return
    const token = readStored(TOKEN_KEY)
    if (token === useAdminSession.getState().token) return
    // All tabs count together: one that signs out for idleness does so for all.
    const wasIdle = token === null && Date.now() - activeMs() >= IDLE_MAX_MS
    useAdminSession.setState({ token, admin: null, wasIdle })
  }
  window.addEventListener('storage', hear)
  return () => window.removeEventListener('storage', hear)
}

/** Whether an answer says that the administrator's session is over: 401, or 403 ADMIN_SESSION_INVALID. */
function endsAdminSession(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  if (error.is('ADMIN_LOGIN_FAILED', 'ADMIN_PASSWORD_EXPIRED')) return false
  return error.status === 401 || error.is('ADMIN_SESSION_INVALID')
}

/** A call as the signed-in administrator; an ended session is cleared, which leads to the sign-in page. */
export const adminCall = <Q, B, R>(endpoint: Endpoint<Q, B, R>, input: CallInput<Q, B> = {}): Promise<R> =>
  asAdmin((token) => call(endpoint, input, { toast: false, ...token }))

/** The same for what comes as a file. */
export const adminFile = <Q, R>(
  endpoint: Endpoint<Q, undefined, R>,
  input: CallInput<Q, undefined>,
): Promise<void> => asAdmin((token) => callFile(endpoint, input, { toast: false, ...token }))

/** The same for a form with files. */
export const adminUpload = <R>(endpoint: Endpoint<undefined, unknown, R>, form: UploadForm): Promise<R> =>
  asAdmin((token) => callUpload(endpoint, form, { onProgress: () => {}, ...token }))

async function asAdmin<T>(work: (sent: { token?: string }) => Promise<T>): Promise<T> {
  const { token, noteDenial } = useAdminSession.getState()
  try {
    return await work(token === null ? {} : { token })
  } catch (error) {
    const session = useAdminSession.getState()
    // An answer to an old token must not end the session that has been opened since, nor say anew how the old one ended.
    if (endsAdminSession(error) && session.token === token) session.signOut()
    if (error instanceof ApiError && error.is('PERMISSION_DENIED')) noteDenial()
    throw error
  }
}

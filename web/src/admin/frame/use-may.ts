import { mayDo, type Permission } from '@truestrike/protocol/permissions.ts'
import { isAdminPath, mayOpen } from '../shell/admin-pages.ts'
import { useAdminSession } from './admin-session.store.ts'

/** Whether the signed-in administrator may make a call: what the server would refuse him is not offered. */
export const useMay = ({ permission }: { readonly permission?: Permission | null }): boolean =>
  useAdminSession(({ admin }) => admin !== null && mayDo(admin.permissions, permission ?? null))

/** The same of a whole page, which another release may not have. */
export function mayOpenPage(page: string): boolean {
  const { admin } = useAdminSession.getState()
  return admin !== null && isAdminPath(page) && mayOpen(admin.permissions, page)
}

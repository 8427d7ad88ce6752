import { mayDo, type Permission } from '@truestrike/protocol/permissions.ts'
import { AppError } from './app-error.ts'
import type { AdminPrincipal } from './route.ts'

export const hasPermission = ({ permissions }: AdminPrincipal, permission: Permission): boolean =>
  mayDo(permissions, permission)

/** Null: every administrator may. Errors: PERMISSION_DENIED. */
export function requirePermission(admin: AdminPrincipal, permission: Permission | null): void {
  if (!mayDo(admin.permissions, permission)) throw new AppError('PERMISSION_DENIED')
}

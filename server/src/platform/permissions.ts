import { AppError } from './app-error.ts'
import type { AdminPrincipal } from './route.ts'

/** Stands for every permission there is. */
export const ALL_PERMISSIONS = '*'

export const hasPermission = ({ permissions }: AdminPrincipal, permission: string): boolean =>
  permissions.includes(ALL_PERMISSIONS) || permissions.includes(permission)

/** Errors: PERMISSION_DENIED. */
export function requirePermission(admin: AdminPrincipal, permission: string): void {
  if (!hasPermission(admin, permission)) throw new AppError('PERMISSION_DENIED')
}

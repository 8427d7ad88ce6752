import { AppError } from './app-error.ts'
import type { AdminPrincipal } from './route.ts'

/** Stands for every permission there is. */
export const ALL_PERMISSIONS = '*'

/** Errors: PERMISSION_DENIED. */
export function requirePermission({ permissions }: AdminPrincipal, permission: string): void {
  if (!permissions.includes(ALL_PERMISSIONS) && !permissions.includes(permission)) {
    throw new AppError('PERMISSION_DENIED')
  }
}

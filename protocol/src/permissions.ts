// What administrators may do: one name for each part of the back office. `area:read` looks, `area` looks and acts. Which call
// needs which stands in its declaration (endpoint.ts), which role may do what in docs/permissions.md.

export const AREAS = [
  'dashboard',
  'risk',
  'approvals',
  'users',
  'balances',
  'teams',
  'identity-checks',
  'orders',
  'recharge-orders',
  'withdraw-orders',
  'voids',
  'game-rules',
  'products',
  'announcements',
  'system',
  'roles',
  'audit-log',
] as const
type Area = (typeof AREAS)[number]

export type Permission = Area | `${Area}:read`

/** Stands for every permission there is. */
const EVERYTHING = '*'

/** Finance acts on money, support on users, risk on what is traded; the auditor looks at everything and changes nothing. */
export const ROLES = {
  owner: [EVERYTHING],
  finance: [
    'dashboard:read',
    'approvals',
    'risk:read',
    'users:read',
    'balances',
    'teams:read',
    'identity-checks:read',
    'orders:read',
    'recharge-orders',
    'withdraw-orders',
    'voids:read',
  ],
  support: [
    'dashboard:read',
    'approvals',
    'users',
    'balances:read',
    'teams:read',
    'identity-checks',
    'orders:read',
    'recharge-orders:read',
    'withdraw-orders:read',
  ],
  risk: [
    'dashboard:read',
    'approvals',
    'risk',
    'users:read',
    'orders:read',
    'voids',
    'game-rules',
    'products',
    'audit-log:read',
  ],
  auditor: AREAS.map((area) => `${area}:read` as const),
} as const satisfies Record<string, readonly (Permission | typeof EVERYTHING)[]>

export type Role = keyof typeof ROLES
export const ROLE_NAMES = Object.keys(ROLES) as Role[]

const isRole = (text: string): text is Role => Object.hasOwn(ROLES, text)

/** Who acts also looks. */
const areaOf = (permission: Permission): string => permission.replace(/:read$/, '')

/** Any of these allows it. */
export const namesFor = (permission: Permission): string[] => [
  ...new Set([EVERYTHING, permission, areaOf(permission)]),
]

/** `null`: what every administrator may do. */
export const mayDo = (granted: readonly string[], permission: Permission | null): boolean =>
  permission === null || namesFor(permission).some((name) => granted.includes(name))

/** Of a role, or of its permissions those that somebody was left with. */
export function permissionsOf(role: string, own: readonly string[]): readonly string[] {
  if (own.length > 0) return own
  return isRole(role) ? ROLES[role] : []
}

/** Whether it is a permission at all. */
export const isPermission = (name: string): name is Permission =>
  AREAS.some((area) => area === areaOf(name as Permission))

/** The roles that allow it. */
export const rolesFor = (permission: Permission): Role[] =>
  ROLE_NAMES.filter((role) => mayDo(ROLES[role], permission))

/** Whether somebody has all that another has, or is to have: who gives more than he has would raise himself. */
export const covers = (granted: readonly string[], wanted: readonly string[]): boolean =>
  granted.includes(EVERYTHING) ||
  wanted.every((name) => granted.includes(name) || granted.includes(areaOf(name as Permission)))

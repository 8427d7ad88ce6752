import {
  ArrowDownToLine,
  ArrowUpFromLine,
  CircleUserRound,
  LayoutDashboard,
  type LucideIcon,
} from 'lucide-react'

type Group = 'overview' | 'money' | 'system'

interface AdminPage {
  path: string
  icon: LucideIcon
  /** Under which heading of the sidebar; pages without one are reached otherwise. */
  group?: Group
  /** Which count of waiting work stands beside it. */
  counts?: 'recharge' | 'withdraw'
}

/** Every page of the back office; each lies at `/admin-pages/{path}/index.html`. */
export const ADMIN_PAGES = [
  { path: 'dashboard', icon: LayoutDashboard, group: 'overview' },
  { path: 'recharge-orders', icon: ArrowDownToLine, group: 'money', counts: 'recharge' },
  { path: 'withdraw-orders', icon: ArrowUpFromLine, group: 'money', counts: 'withdraw' },
  { path: 'profile', icon: CircleUserRound },
] as const satisfies readonly AdminPage[]

export type AdminPath = (typeof ADMIN_PAGES)[number]['path']

export const GROUPS = ['overview', 'money'] as const satisfies readonly Group[]

export const isAdminPath = (path: string): path is AdminPath => ADMIN_PAGES.some((page) => page.path === path)

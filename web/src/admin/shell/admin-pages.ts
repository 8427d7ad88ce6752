import { mayDo, type Permission } from '@truestrike/protocol/permissions.ts'
import {
  ArrowDownToLine,
  ArrowUpFromLine,
  BadgeCheck,
  CalendarX2,
  ChartCandlestick,
  CircleUserRound,
  Gauge,
  LayoutDashboard,
  ListTree,
  type LucideIcon,
  Megaphone,
  ReceiptText,
  ScrollText,
  Settings,
  ShieldUser,
  Timer,
  UserCheck,
  Users,
  Waypoints,
} from 'lucide-react'

type Group = 'overview' | 'people' | 'trading' | 'money' | 'system'

interface AdminPage {
  path: string
  icon: LucideIcon
  /** What an administrator needs to open it; null: every one may. */
  permission: Permission | null
  /** Under which heading of the sidebar; pages without one are reached otherwise. */
  group?: Group
  /** Which count of waiting work stands beside it. */
  counts?: 'recharge' | 'withdraw' | 'approvals' | 'identities'
}

/** Every page of the back office; each lies at `/admin-pages/{path}/index.html`. */
const ADMIN_PAGES = [
  { path: 'dashboard', icon: LayoutDashboard, permission: 'dashboard:read', group: 'overview' },
  {
    ...{ path: 'approvals', icon: UserCheck, permission: 'approvals:read' },
    ...{ group: 'overview', counts: 'approvals' },
  },
  { path: 'risk', icon: Gauge, permission: 'risk:read', group: 'overview' },
  { path: 'users', icon: Users, permission: 'users:read', group: 'people' },
  {
    ...{ path: 'identity-checks', icon: BadgeCheck, permission: 'identity-checks:read' },
    ...{ group: 'people', counts: 'identities' },
  },
  { path: 'teams', icon: Waypoints, permission: 'teams:read', group: 'people' },
  { path: 'order-list', icon: ReceiptText, permission: 'orders:read', group: 'trading' },
  { path: 'voids', icon: CalendarX2, permission: 'voids:read', group: 'trading' },
  { path: 'tick-log', icon: ListTree, permission: null, group: 'trading' },
  { path: 'game-rules', icon: Timer, permission: 'game-rules:read', group: 'trading' },
  { path: 'products', icon: ChartCandlestick, permission: 'products:read', group: 'trading' },
  {
    ...{ path: 'recharge-orders', icon: ArrowDownToLine, permission: 'recharge-orders:read' },
    ...{ group: 'money', counts: 'recharge' },
  },
  {
    ...{ path: 'withdraw-orders', icon: ArrowUpFromLine, permission: 'withdraw-orders:read' },
    ...{ group: 'money', counts: 'withdraw' },
  },
  {
    ...{ path: 'announcements', icon: Megaphone, permission: 'announcements:read' },
    ...{ group: 'system' },
  },
  { path: 'roles', icon: ShieldUser, permission: 'roles:read', group: 'system' },
  { path: 'audit-log', icon: ScrollText, permission: 'audit-log:read', group: 'system' },
  { path: 'system-config', icon: Settings, permission: 'system:read', group: 'system' },
  { path: 'profile', icon: CircleUserRound, permission: null },
] as const satisfies readonly AdminPage[]

export type AdminPath = (typeof ADMIN_PAGES)[number]['path']

export const GROUPS = ['overview', 'people', 'trading', 'money', 'system'] as const satisfies readonly Group[]

export const isAdminPath = (path: string): path is AdminPath => ADMIN_PAGES.some((page) => page.path === path)

/** The pages somebody with these permissions may open. */
export const pagesFor = (granted: readonly string[]) =>
  ADMIN_PAGES.filter(({ permission }) => mayDo(granted, permission))

export const mayOpen = (granted: readonly string[], path: AdminPath): boolean =>
  pagesFor(granted).some((page) => page.path === path)

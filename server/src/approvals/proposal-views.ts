import { ensure } from '@truestrike/core/assert.ts'
import type { Proposal } from '@truestrike/protocol/approval-endpoints.ts'
import { type ActsOfTwo, bothFromMs } from '../platform/acts-of-two.ts'
import { AppError } from '../platform/app-error.ts'
import type { Clock } from '../platform/clock.ts'
import { hasPermission } from '../platform/permissions.ts'
import type { AdminPrincipal } from '../platform/route.ts'
import type { AnyKind, ProposalView } from './approval-kinds.ts'
import type { ProposalRow } from './proposals.store.ts'

interface Parts {
  clock: Clock
  administrators: Pick<ActsOfTwo, 'namesOf' | 'waitsOf'>
  kindOf(name: string): AnyKind | undefined
}

/** Proposals as administrators see them. */
export function createProposalViews({ clock, administrators, kindOf }: Parts) {
  const isOpen = ({ state, expiresMs }: ProposalRow): boolean =>
    state === 'proposed' && clock.nowMs() < expiresMs

  /** Each worded by its kind; one query a kind, however many there are. */
  async function describe(rows: readonly ProposalRow[]): Promise<Map<bigint, ProposalView>> {
    const views = new Map<bigint, ProposalView>()
    for (const name of new Set(rows.map(({ kind }) => kind))) {
      const own = rows.filter(({ kind }) => kind === name)
      const payloads = own.map(({ payload }) => payload)
      const described = await ensure(kindOf(name)).describe(payloads, own.map(isOpen))
      for (const [at, { id }] of own.entries()) views.set(id, ensure(described[at]))
    }
    return views
  }

  async function toWire(rows: readonly ProposalRow[], admin: AdminPrincipal): Promise<Proposal[]> {
    if (rows.length === 0) return []
    const ids = rows.flatMap(({ proposedBy, decidedBy }) => [proposedBy, decidedBy ?? proposedBy])
    const names = await administrators.namesOf([...new Set(ids)])
    const waits = await administrators.waitsOf([admin.adminId, ...new Set(ids)])
    const views = await describe(rows)
    const who = (id: bigint) => ({ username: names.get(id) ?? '', isMe: id === admin.adminId })
    const mayAct = hasPermission(admin, 'approvals')
    return rows.map((row) => {
      const { kind, reason, version, remark, decidedMs } = row
      const open = isOpen(row)
      const { subject, lines } = ensure(views.get(row.id))
      const isOwn = row.proposedBy === admin.adminId
      const mayDecide = mayAct && open && !isOwn && hasPermission(admin, ensure(kindOf(kind)).permission)
      return {
        ...{ id: row.id.toString(), kind, subject, lines: [...lines], reason, version, remark },
        state: row.state === 'proposed' && !open ? 'expired' : row.state,
        ...{ proposedBy: who(row.proposedBy), proposedMs: Number(row.proposedMs) },
        expiresMs: Number(row.expiresMs),
        decidedBy: row.decidedBy === null ? null : who(row.decidedBy),
        decidedMs: decidedMs === null ? null : Number(decidedMs),
        mayDecide,
        confirmFromMs: mayDecide ? bothFromMs(waits, row.proposedBy, admin.adminId) : null,
        mayWithdraw: mayAct && open && isOwn,
      }
    })
  }

  return {
    toWire,
    async toWireOne(row: ProposalRow | null, admin: AdminPrincipal): Promise<Proposal> {
      const isKnown = row !== null && kindOf(row.kind) !== undefined
      const [wire] = isKnown ? await toWire([row], admin) : []
      if (wire === undefined) throw new AppError('REVIEW_NOT_FOUND')
      return wire
    },
  }
}

import type { AuditEntry } from '@truestrike/protocol/audit-endpoints.ts'
import { useTranslation } from 'react-i18next'
import { formatIfMoney } from '../../lib/money-format.ts'
import { formatDayAndClock } from '../../lib/time-format.ts'

/** The texts of other pages that name the same values. */
export const VALUE_TEXTS = ['admin-people', 'admin-approvals', 'admin-settings'] as const

/** Where a value is named already, by how the audit log spells it. */
const NAMES: Readonly<Record<string, string>> = {
  ...{ amount: 'admin:orders.column.amount', credited: 'admin:orders.credited', asked: 'admin:orders.asked' },
  ...{ fee: 'admin:orders.fee', method: 'admin:orders.method', remark: 'admin:orders.remark' },
  ...{ payoutRef: 'admin:orders.payoutRef', transactionId: 'admin:orders.column.transaction' },
  ...{ shortfall: 'admin:orders.shortfall', reviewer: 'admin:orders.column.reviewer' },
  ...{ userId: 'admin:orders.column.user', username: 'admin:orders.column.user' },
  ...{ state: 'admin-people:status.label', status: 'admin-people:status.label' },
  ...{ available: 'admin-people:part.available', twoFactor: 'admin-people:twoFactor' },
  ...{ reason: 'admin-approvals:reason', proposedBy: 'admin-approvals:proposedBy' },
  ...{ symbols: 'admin-approvals:line.products', role: 'admin-access:role.label' },
  ...{ proposal: 'admin-approvals:column.proposal', address: 'admin-settings:methods.address' },
  ...{ enabled: 'admin-settings:methods.enabled' },
}
/** States, in the words of the pages they are shown on. */
const STATES: Readonly<Record<string, string>> = {
  ...{ pending: 'admin:orders.states.pending', processing: 'admin:orders.states.processing' },
  ...{ completed: 'admin:orders.states.completed', rejected: 'admin:orders.states.rejected' },
  ...{ failed: 'admin:orders.states.failed', returned: 'admin:orders.returned' },
  ...{ corrected: 'admin:orders.corrected', active: 'admin-people:status.active' },
  ...{ frozen: 'admin-people:status.frozen', verified: 'admin:orders.identities.verified' },
  ...{ revoked: 'admin:orders.identities.revoked' },
  ...{ real: 'admin-approvals:word.real', demo: 'admin-approvals:word.demo' },
}
const STATED: readonly string[] = ['state', 'status', 'book']

/** Names and values of an entry in words; what this version has no words for is shown as it is. */
export function useValueWords({ action, subject }: Pick<AuditEntry, 'action' | 'subject'>) {
  const { t } = useTranslation(['admin-access', 'admin', ...VALUE_TEXTS])
  const known = (key: string | undefined, plain: string): string =>
    key === undefined ? plain : t(key, { defaultValue: plain })
  // The settings of a section have the names of its fields.
  const section = action === 'config.change' ? subject.replace('config:', '') : null
  return {
    name(name: string): string {
      if (section !== null) {
        const field = t(`admin-settings:${section}.${name}`, { defaultValue: '' })
        if (field !== '') return field
      }
      return known(NAMES[name], known(`admin-approvals:line.${name}`, name))
    },
    value(name: string, text: string): string {
      if (STATED.includes(name)) return known(STATES[text], text)
      if (text === 'true' || text === 'false') return t(`admin-people:${text === 'true' ? 'on' : 'off'}`)
      return name.endsWith('Ms') && /^[0-9]{13}$/.test(text)
        ? formatDayAndClock(Number(text))
        : formatIfMoney(text)
    },
  }
}

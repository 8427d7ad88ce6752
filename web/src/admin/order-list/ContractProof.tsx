import type { Contract } from '@truestrike/protocol/trade-endpoints.ts'
import { Check, Download, ShieldAlert, ShieldCheck, ShieldEllipsis, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { DecidingTable } from '../../features/contracts/DecidingTable.tsx'
import { linesThatHold } from '../../features/contracts/receipt-lines.ts'
import { downloadJson } from '../../lib/download.ts'
import { differenceOf } from '../../lib/proof/contract-match.ts'
import { Button } from '../../ui/Button.tsx'
import { classes } from '../../ui/class-names.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Num } from '../../ui/Num.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useAdminReceipt } from './use-admin-receipt.ts'

/** Said here of somebody else's order; the other lines are those its user reads. */
const OWN_WORDS: readonly string[] = ['accepted', 'logged', 'loggedInTime', 'terms']

const isolated = (values: Readonly<Record<string, string>> = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, `\u2066${value}\u2069`]))

/** The contract's receipt and what this browser makes of it. */
export function ContractProof({ contract }: { contract: Contract }) {
  const { t } = useTranslation(['proof', 'admin-contracts'])
  const { data, isError, isFetching, refetch } = useAdminReceipt(contract)
  if (data === undefined)
    return isError ? (
      <ErrorState title={t('receipt.failed')} pending={isFetching} onRetry={() => void refetch()} />
    ) : (
      <Skeleton width="100%" height={180} />
    )
  const { checked, state } = data
  const difference = checked.receipt === null ? null : differenceOf(checked.receipt, contract)
  const fault =
    checked.fault ?? (difference === null ? null : { code: 'other-contract' as const, details: {} })
  const isSealing = state === 'sealing'
  const tone = fault !== null ? 'bad' : isSealing ? 'quiet' : 'good'
  const icon = { bad: ShieldAlert, quiet: ShieldEllipsis, good: ShieldCheck }[tone]
  const title =
    fault === null
      ? t(isSealing ? 'receipt.sealing' : state === 'settled' ? 'receipt.verified' : 'receipt.signed')
      : t(fault.code === 'unknown-key' ? 'receipt.unknownKey' : 'receipt.mismatch')
  return (
    <section className="cr-receipt" aria-label={t('receipt.region')}>
      <div className={classes('cr-verdict', `cr-verdict-${tone}`)} role="status">
        <b>
          <Icon of={icon} size={18} />
          {title}
        </b>
        <ul>
          {linesThatHold(checked).map(({ key, values }) => (
            <li key={key}>
              <Icon of={Check} size={14} stroke={2.4} />
              <span>
                {OWN_WORDS.includes(key)
                  ? t(`admin-contracts:holds.${key}`)
                  : t(`receipt.holds.${key}`, isolated(values))}
              </span>
            </li>
          ))}
          {fault === null || fault.code === 'unknown-key' ? null : (
            <li className="cr-verdict-fault">
              <Icon of={X} size={14} stroke={2.4} />
              <span>{t(`receipt.fault.${fault.code}`, isolated(fault.details))}</span>
            </li>
          )}
        </ul>
        {fault === null ? null : (
          <Num className="cr-verdict-code">
            {[fault.code, ...Object.entries(fault.details).flat()].join(' · ')}
          </Num>
        )}
      </div>
      {checked.deciding === null ? null : <DecidingTable deciding={checked.deciding} />}
      <Button
        size="s"
        icon={Download}
        onClick={() =>
          downloadJson(
            `${state === 'settled' ? 'receipt' : 'acceptance'}-${contract.orderNo}.json`,
            data.json,
          )
        }
      >
        {t('receipt.download')}
      </Button>
    </section>
  )
}

import type { Contract } from '@truestrike/protocol/trade-endpoints.ts'
import {
  Check,
  type LucideIcon,
  ShieldAlert,
  ShieldCheck,
  ShieldEllipsis,
  ShieldQuestionMark,
  X,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { groupedSeq } from '../../lib/log-number.ts'
import type { Difference } from '../../lib/proof/contract-match.ts'
import type { ReceiptFault } from '../../lib/proof/receipt-check.ts'
import { useSupportLink } from '../../lib/support-link.ts'
import { classes } from '../../ui/class-names.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Num } from '../../ui/Num.tsx'
import { type HoldsLine, linesThatHold } from './receipt-lines.ts'
import { isSealingLong, type LoadedReceipt } from './use-receipt.ts'

interface BlockProps {
  tone: 'good' | 'bad' | 'quiet'
  icon: LucideIcon
  title: string
  holds?: readonly HoldsLine[]
  fault?: string
  children?: ReactNode
}

function VerdictBlock({ tone, icon, title, holds = [], fault, children }: BlockProps) {
  const { t } = useTranslation('proof')
  return (
    <div className={classes('cr-verdict', `cr-verdict-${tone}`)}>
      <b>
        <Icon of={icon} size={18} />
        {title}
      </b>
      {holds.length === 0 && fault === undefined ? null : (
        <ul>
          {holds.map(({ key, values }) => (
            <li key={key}>
              <Icon of={Check} size={14} stroke={2.4} />
              <span>{t(`receipt.holds.${key}`, isolated(values ?? {}))}</span>
            </li>
          ))}
          {fault === undefined ? null : (
            <li className="cr-verdict-fault">
              <Icon of={X} size={14} stroke={2.4} />
              <span>{fault}</span>
            </li>
          )}
        </ul>
      )}
      {children}
    </div>
  )
}

/** What was found, for whoever is to look into it: the code of the verifier and its details. */
function FaultCode({ fault }: { fault: ReceiptFault }) {
  const details = Object.entries(fault.details).map(([name, value]) => `${name} ${value}`)
  return <Num className="cr-verdict-code">{[fault.code, ...details].join(' · ')}</Num>
}

function ServiceLink() {
  const { t } = useTranslation('proof')
  const link = useSupportLink()
  if (link === null) return null
  return (
    <a className="btn btn-s" href={link} target="_blank" rel="noopener noreferrer">
      {t('receipt.service')}
    </a>
  )
}

/** Figures inside a sentence stay left to right in every language. */
function isolated(values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, `\u2066${value}\u2069`]))
}

/** Numbers in a fault's sentence are grouped like those on the screen. */
function faultValues({ details }: ReceiptFault): Record<string, string> {
  const shown = (value: string): string => (/^[0-9]+$/.test(value) ? groupedSeq(Number(value)) : value)
  return isolated(Object.fromEntries(Object.entries(details).map(([name, value]) => [name, shown(value)])))
}

interface ReceiptVerdictProps {
  contract: Contract
  loaded: LoadedReceipt
  difference: Difference | null
}

/** The verdict of this browser: verified, what does not hold, an unknown key, or not yet sealed. */
export function ReceiptVerdict({ contract, loaded, difference }: ReceiptVerdictProps) {
  const { t } = useTranslation('proof')
  const { checked, state } = loaded
  const holds = linesThatHold(checked)
  const fault: ReceiptFault | null =
    checked.fault ?? (difference === null ? null : { code: 'other-contract', details: { ...difference } })
  if (fault?.code === 'unknown-key')
    return (
      <VerdictBlock tone="bad" icon={ShieldQuestionMark} title={t('receipt.unknownKey')}>
        <p>{t('receipt.unknownKeyText')}</p>
        <p className="cr-verdict-code">
          {t('receipt.keyId')} <Num>{fault.details.keyId}</Num>
        </p>
        <ServiceLink />
      </VerdictBlock>
    )
  if (fault !== null)
    return (
      <VerdictBlock
        tone="bad"
        icon={ShieldAlert}
        title={t('receipt.mismatch')}
        holds={holds.filter(({ key }) => key !== 'contract' && key !== 'terms')}
        fault={t(`receipt.fault.${fault.code}`, faultValues(fault))}
      >
        <p>{t('receipt.mismatchText')}</p>
        <FaultCode fault={fault} />
        <ServiceLink />
      </VerdictBlock>
    )
  if (state === 'settled')
    return <VerdictBlock tone="good" icon={ShieldCheck} title={t('receipt.verified')} holds={holds} />
  if (state === 'accepted')
    return (
      <VerdictBlock tone="good" icon={ShieldCheck} title={t('receipt.signed')} holds={holds}>
        <p>{t('receipt.signedText')}</p>
      </VerdictBlock>
    )
  if (isSealingLong(contract))
    return (
      <VerdictBlock tone="bad" icon={ShieldAlert} title={t('receipt.missing')} holds={holds}>
        <p>{t('receipt.missingText')}</p>
        <ServiceLink />
      </VerdictBlock>
    )
  return (
    <VerdictBlock tone="quiet" icon={ShieldEllipsis} title={t('receipt.sealing')} holds={holds}>
      <p>{t('receipt.sealingText')}</p>
    </VerdictBlock>
  )
}

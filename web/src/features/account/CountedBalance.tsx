import type { Book } from '@truestrike/protocol/scalars.ts'
import {
  ChevronDown,
  Download,
  type LucideIcon,
  RefreshCw,
  ShieldAlert,
  ShieldCheck,
  ShieldEllipsis,
  ShieldQuestionMark,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { downloadJson } from '../../lib/download.ts'
import { isolated, isolatedLtr } from '../../lib/isolated-text.ts'
import { formatMoneyExact } from '../../lib/money-format.ts'
import { formatDayAndClock } from '../../lib/time-format.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { ProofLink } from '../../ui/ProofLink.tsx'
import { type Counted, type CountedView, useCounted } from './use-counted.ts'

interface FoldProps {
  tone: 'good' | 'bad' | 'quiet'
  icon: LucideIcon
  title: string
  children: ReactNode
}

/** One line that says how it stands; what is behind it folds out. A fault is not folded away. */
function Fold({ tone, icon, title, children }: FoldProps) {
  return (
    <details className="ac-counted" data-tone={tone} open={tone === 'bad'}>
      <summary>
        <Icon of={icon} size={16} />
        <span className="flex-1">{title}</span>
        <Icon of={ChevronDown} size={16} />
      </summary>
      {children}
    </details>
  )
}

/** Whether a balance is part of the total that the site signed last, as this browser found it. */
export function CountedBalance({ book, uid }: { book: Book; uid: string }) {
  const { t } = useTranslation('proof')
  const view = useCounted(book, uid)
  const { counted, failed } = view
  if (failed)
    return (
      <Fold tone="quiet" icon={ShieldEllipsis} title={t('liability.failed')}>
        <CountedButtons view={view} book={book} />
      </Fold>
    )
  return (
    <div role="status" aria-busy={counted === undefined}>
      {counted === undefined ? (
        <p className="ac-counted" data-tone="quiet">
          <Icon of={ShieldEllipsis} size={16} />
          {t('liability.checking')}
        </p>
      ) : (
        <CountedFold counted={counted} view={view} book={book} />
      )}
    </div>
  )
}

function CountedFold({ counted, view, book }: { counted: Counted; view: CountedView; book: Book }) {
  const { t } = useTranslation('proof')
  const { root, json, fault } = counted
  const time = isolated(root === null ? '' : formatDayAndClock(root.timeMs))
  const buttons = <CountedButtons view={view} book={book} />
  if (fault !== null)
    return (
      <Fold
        tone="bad"
        icon={fault === 'unknown-key' ? ShieldQuestionMark : ShieldAlert}
        title={t('liability.mismatch')}
      >
        <p>{t(`liability.fault.${fault}`)}</p>
        <p>{t('liability.mismatchText')}</p>
        {buttons}
      </Fold>
    )
  if (root === null)
    return (
      <Fold tone="quiet" icon={ShieldEllipsis} title={t('liability.none')}>
        <p>{t('liability.noneText')}</p>
      </Fold>
    )
  if (json === null)
    return (
      <Fold tone="quiet" icon={ShieldEllipsis} title={t('liability.nothing')}>
        <p>{t('liability.nothingText', { time })}</p>
        {buttons}
      </Fold>
    )
  const [total, balance] = [root.total, json.balance].map((amount) => isolatedLtr(formatMoneyExact(amount)))
  return (
    <Fold tone="good" icon={ShieldCheck} title={t('liability.counted')}>
      <p>{t('liability.countedText', { time, total, balance })}</p>
      <p>{t('liability.limits')}</p>
      {buttons}
      <ProofLink />
    </Fold>
  )
}

function CountedButtons({ view, book }: { view: CountedView; book: Book }) {
  const { t } = useTranslation('proof')
  const { counted, busy, again } = view
  const json = counted?.json ?? null
  const kept = counted?.kept ?? null
  const file = kept === null ? json : { format: 'truestrike-two-totals/1', kept, told: json }
  return (
    <div className="ac-counted-buttons">
      {json === null ? null : (
        <Button
          size="s"
          icon={Download}
          onClick={() => downloadJson(`liability-${book}-${counted?.root?.day ?? ''}.json`, file)}
        >
          {t('liability.file')}
        </Button>
      )}
      <Button size="s" icon={RefreshCw} pending={busy} onClick={again}>
        {t('receipt.again')}
      </Button>
    </div>
  )
}

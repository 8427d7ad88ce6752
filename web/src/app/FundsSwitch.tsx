import { ArrowDownToLine, ChevronDown } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useBook } from '../lib/book-store.ts'
import { useFundsInUse } from '../lib/funds-in-use.ts'
import { useHiddenAmounts } from '../lib/hidden-amounts.ts'
import { formatMoney } from '../lib/money-format.ts'
import { useSession } from '../lib/session-store.ts'
import { useSiteInfo } from '../lib/site-query.ts'
import { FundsBadge } from '../ui/FundsBadge.tsx'
import { HiddenAmount } from '../ui/HiddenAmount.tsx'
import { Icon } from '../ui/Icon.tsx'
import { LazyMenu } from '../ui/LazyMenu.tsx'
import { Num } from '../ui/Num.tsx'

/** Which balance trades, with what each holds, and the way to deposit. */
export function FundsSwitch() {
  const { t } = useTranslation(['app', 'account'])
  const navigate = useNavigate()
  const funds = useFundsInUse()
  const { fundsMode } = useSiteInfo()
  const { book, setBook } = useBook()
  const hidden = useHiddenAmounts((amounts) => amounts.hidden)
  const balances = useSession((session) => session.user?.balances)
  const items = (['demo', 'real'] as const).map((each) => ({
    key: each,
    label: (
      <span className="top-book">
        {t(`account:book.${each}`)}
        {each === 'real' && fundsMode === 'test' ? <FundsBadge funds="test" /> : null}
        <b>
          <Num unit="USDT">{hidden ? <HiddenAmount /> : formatMoney(balances?.[each].available)}</Num>
        </b>
      </span>
    ),
    checked: each === book,
    onSelect: () => setBook(each),
  }))
  return (
    <LazyMenu
      trigger={
        <button type="button" className="top-funds top-switch hit">
          <FundsBadge funds={funds} />
          <Icon of={ChevronDown} size={14} />
          <span className="sr-only">{t('account:use')}</span>
        </button>
      }
      items={[
        ...items,
        {
          key: 'deposit',
          label: t('deposit'),
          icon: ArrowDownToLine,
          onSelect: () => void navigate('/account?section=wallet&modal=deposit'),
        },
      ]}
    />
  )
}

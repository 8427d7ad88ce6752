import './funds.css'
import { ArrowDownToLine, ArrowLeftRight, ArrowUpFromLine, ScrollText } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useUrlModal } from '../../lib/url-modal.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { FundsDialogs } from './FundsDialogs.tsx'

/** What can be done with the real book, and the way to where its movements are. */
export function FundsActions() {
  const { t } = useTranslation('funds')
  const deposit = useUrlModal('deposit')
  const withdraw = useUrlModal('withdraw')
  const transfer = useUrlModal('transfer')
  return (
    <>
      <nav className="fu-actions" aria-label={t('actions')}>
        <Button variant="primary" icon={ArrowDownToLine} onClick={deposit.show}>
          {t('deposit.title')}
        </Button>
        <Button icon={ArrowUpFromLine} onClick={withdraw.show}>
          {t('withdraw.title')}
        </Button>
        <Button icon={ArrowLeftRight} onClick={transfer.show}>
          {t('transfer.title')}
        </Button>
        <Link className="btn" to="/account?section=bills&book=real">
          <Icon of={ScrollText} size={18} />
          {t('title.bills')}
        </Link>
      </nav>
      <FundsDialogs />
    </>
  )
}

import type { Invitations } from '@truestrike/protocol/invitation-endpoints.ts'
import { Share2 } from 'lucide-react'
import { QRCodeSVG } from 'qrcode.react'
import { useTranslation } from 'react-i18next'
import { copyText } from '../../lib/copy-text.ts'
import { useSiteInfo } from '../../lib/site-query.ts'
import { Button } from '../../ui/Button.tsx'
import { CodeBox } from '../../ui/CodeBox.tsx'
import { InviteeList } from './InviteeList.tsx'
import { Team } from './Team.tsx'

const QR_SIZE = 168

export function InviteDetails({ invitations }: { invitations: Invitations }) {
  const { t } = useTranslation('invitations')
  const { siteName } = useSiteInfo()
  const { code, link } = invitations
  const share = (): void => {
    // Who closes the list of ways has changed his mind; nothing failed.
    navigator.share({ text: t('shareText', { site: siteName }), url: link }).catch(() => undefined)
  }
  return (
    <div className="iv-details">
      <p>{t('how')}</p>
      <div className="as-qr">
        <QRCodeSVG value={link} size={QR_SIZE} marginSize={3} level="M" title={t('qr')} />
      </div>
      <div className="iv-copy">
        <h3 className="lab">{t('yourCode')}</h3>
        <CodeBox text={code} copyLabel={t('copyCode')} onCopy={() => void copyText(code)} />
        <h3 className="lab">{t('link')}</h3>
        <CodeBox text={link} copyLabel={t('copyLink')} onCopy={() => void copyText(link)} />
      </div>
      {'share' in navigator ? (
        <Button variant="primary" size="l" block icon={Share2} onClick={share}>
          {t('share')}
        </Button>
      ) : null}
      <h3>{t('team')}</h3>
      <Team invitations={invitations} />
      <h3>{t('direct')}</h3>
      <InviteeList />
    </div>
  )
}

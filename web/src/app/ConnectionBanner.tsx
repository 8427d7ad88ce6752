import { WifiOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { useConnections } from '../lib/connection-store.ts'
import { reconnectSockets } from '../lib/sockets.ts'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'

/** Says that prices have stopped: attempt n of 5, then a button. The trade screen words its own. */
export function ConnectionBanner() {
  const { t } = useTranslation('app')
  const { pathname } = useLocation()
  const { phase, attempt, attemptsMax } = useConnections((connections) => connections.general)
  const shown = (phase === 'retrying' || phase === 'stopped') && !pathname.startsWith('/trade/')
  return (
    <div className="shell-notes" role="status">
      {shown ? (
        <Banner
          icon={WifiOff}
          title={
            phase === 'stopped'
              ? t('connection.stopped')
              : t('connection.retrying', { attempt, max: attemptsMax })
          }
          action={
            phase === 'stopped' ? (
              <Button size="s" onClick={reconnectSockets}>
                {t('connection.reconnect')}
              </Button>
            ) : null
          }
        >
          {t('connection.text')}
        </Banner>
      ) : null}
    </div>
  )
}

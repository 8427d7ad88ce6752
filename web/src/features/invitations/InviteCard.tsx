import './invitations.css'
import { useQuery } from '@tanstack/react-query'
import { getInvitations, type Invitations } from '@truestrike/protocol/invitation-endpoints.ts'
import { ChevronRight, Copy, UsersRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api-client.ts'
import { copyText } from '../../lib/copy-text.ts'
import { useSession } from '../../lib/session-store.ts'
import { useUrlModal } from '../../lib/url-modal.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { InviteDetails } from './InviteDetails.tsx'
import { Team } from './Team.tsx'

/** The user's code at hand, and the way to everything about it. */
export function InviteCard() {
  const { t } = useTranslation(['invitations', 'errors'])
  const { open, show, hide } = useUrlModal('invitation')
  const uid = useSession((session) => session.user?.uid)
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['invitations', uid ?? ''],
    queryFn: ({ signal }) => call(getInvitations, {}, { toast: false, signal }),
  })
  const failed = isError && data === undefined
  const failure = (
    <ErrorState title={t('errors:LOAD_INVITATIONS')} pending={isFetching} onRetry={() => void refetch()} />
  )
  return (
    <section className="panel iv-card" aria-labelledby="iv-title" aria-busy={data === undefined && !failed}>
      <div className="iv-head">
        <Icon of={UsersRound} size={20} />
        <span className="col">
          <button type="button" className="iv-open" onClick={show}>
            <h2 id="iv-title">{t('title')}</h2>
            <Icon of={ChevronRight} size={16} className="flip" />
          </button>
          <span className="cap">
            {t('yourCode')} <Code invitations={data} />
          </span>
        </span>
        <Button
          size="s"
          className="hit"
          icon={Copy}
          disabled={data === undefined}
          onClick={() => data && void copyText(data.link)}
        >
          {t('copyLink')}
        </Button>
      </div>
      {failed ? null : <Team invitations={data} brief />}
      {failed ? failure : null}
      <Sheet
        open={open}
        onOpenChange={(next) => {
          if (!next) hide()
        }}
        title={t('title')}
      >
        {data === undefined ? (
          <div className="as-form" aria-busy={!failed}>
            {failed ? failure : <Skeleton width="100%" height={240} />}
          </div>
        ) : (
          <InviteDetails invitations={data} />
        )}
      </Sheet>
    </section>
  )
}

/** Until it is known its room is kept, so that the line breaks where it will. */
function Code({ invitations }: { invitations: Invitations | undefined }) {
  return (
    <bdi
      className="iv-code"
      translate="no"
      style={{ visibility: invitations === undefined ? 'hidden' : 'visible' }}
    >
      {invitations?.code ?? 'XXXXXXXX'}
    </bdi>
  )
}

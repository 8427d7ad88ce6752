import { exportContracts } from '@truestrike/protocol/trade-endpoints.ts'
import { FileDown } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callFile } from '../../lib/api-client.ts'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import type { RecordQuery } from './record-filters.ts'

/** All contracts of the view as a file, those not loaded yet too. */
export function ExportRecords({ query, asIcon }: { query: RecordQuery; asIcon: boolean }) {
  const { t } = useTranslation('contracts')
  const [pending, setPending] = useState(false)
  const get = (): void => {
    setPending(true)
    // What went wrong is told by the call itself.
    callFile(exportContracts, { query })
      .catch(() => undefined)
      .finally(() => setPending(false))
  }
  return asIcon ? (
    <IconButton
      className="cr-export"
      icon={FileDown}
      label={t('export')}
      aria-busy={pending}
      aria-disabled={pending}
      onClick={pending ? undefined : get}
    />
  ) : (
    <Button size="s" variant="ghost" icon={FileDown} pending={pending} onClick={get}>
      {t('export')}
    </Button>
  )
}

import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoneyExact } from '../../lib/money-format.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Num } from '../../ui/Num.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { useUnsaved } from '../frame/unsaved.ts'

interface BulkRejectProps {
  open: boolean
  count: number
  /** What goes back. */
  sum: string
  pending: boolean
  onClose: () => void
  onReject: (remark: string) => void
}

/** Asks for the one remark that all users of the chosen orders are told. */
export function BulkReject({ open, count, sum, pending, onClose, onReject }: BulkRejectProps) {
  const { t } = useTranslation('admin')
  const [text, setText] = useState('')
  const [isMissing, setMissing] = useState(false)
  useUnsaved(open && text !== '', 'state')
  const confirm = (): void => {
    if (text.trim() === '') setMissing(true)
    else onReject(text.trim())
  }
  return (
    <ConfirmDialog
      {...{ open, pending }}
      onOpenChange={onClose}
      title={t('orders.bulk.askReject', { count })}
      confirmLabel={t('orders.bulk.reject', { count })}
      onConfirm={confirm}
      caution
    >
      <p>
        <Num unit="USDT">{formatMoneyExact(sum)}</Num> {t('orders.bulk.returned')}
      </p>
      <Field label={t('orders.bulk.rejectNote')} error={isMissing ? t('orders.noteMissing') : undefined}>
        {(control) => (
          <TextInput
            {...control}
            maxLength={200}
            autoComplete="off"
            value={text}
            onChange={({ target }) => {
              setText(target.value)
              setMissing(false)
            }}
          />
        )}
      </Field>
    </ConfirmDialog>
  )
}

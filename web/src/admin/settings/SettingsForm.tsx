import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showToast } from '../../lib/toast-bus.ts'
import { Button } from '../../ui/Button.tsx'
import { ActFault } from '../orders/ActFault.tsx'
import type { Acts } from '../orders/use-acts.ts'
import { Refusal } from './fault-text.ts'
import { UnderWay, useParts } from './under-way.ts'
import { Unread } from './unread.ts'

interface SettingsFormProps {
  acts: Acts
  /** Only looked at: nothing can be saved. */
  isReadOnly?: boolean
  /** May be filled in, but not sent. */
  isHeld?: boolean
  /** On the button; to save by default. */
  action?: string
  /** Under the button, such as who changed it last. */
  note?: ReactNode
  onSave: () => Promise<unknown>
  onSaved?: () => void
  children: ReactNode
}

/** Fields and a button; what is refused stands at its field, or under them. */
export function SettingsForm(props: SettingsFormProps) {
  const { acts, isReadOnly = false, isHeld = false, action, note, onSave, onSaved, children } = props
  const { t } = useTranslation('admin-settings')
  const { isWaiting, change } = useParts()
  const unread = useParts()
  const [isTried, setTried] = useState(false)
  const send = async (): Promise<void> => {
    setTried(unread.isWaiting)
    if (unread.isWaiting) return
    if (!(await acts.act('save', onSave))) return
    showToast('success', t('saved'))
    onSaved?.()
  }
  return (
    <Refusal value={acts.fault}>
      <form
        className="set-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!isHeld && !isWaiting) void send()
        }}
      >
        <fieldset disabled={isReadOnly} className="set-fields">
          <Unread value={{ isTried, change: unread.change }}>
            <UnderWay value={change}>{children}</UnderWay>
          </Unread>
        </fieldset>
        <ActFault fault={acts.fault} />
        <div className="set-foot">
          {isReadOnly || isHeld ? null : (
            <Button
              type="submit"
              variant="primary"
              pending={acts.pending === 'save'}
              disabled={isWaiting || acts.isHeld('save')}
            >
              {action ?? t('save')}
            </Button>
          )}
          {note}
        </div>
      </form>
    </Refusal>
  )
}

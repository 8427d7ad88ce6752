import { Menu } from '@base-ui/react/menu'
import { Check, Columns3, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import type { ColumnChoices } from './use-columns.ts'

/** Switches columns on and off; it stays open meanwhile. */
export function ColumnMenu({ items, toggle, reset }: ColumnChoices) {
  const { t } = useTranslation('admin')
  // Inside the page's landmark, so that a reader of landmarks does not lose it.
  const [landmark, setLandmark] = useState<HTMLElement | null>(null)
  return (
    <Menu.Root>
      <Menu.Trigger
        ref={(button: HTMLElement | null) => setLandmark(button?.closest<HTMLElement>('main') ?? null)}
        render={
          <Button size="s" icon={Columns3}>
            {t('table.columns')}
          </Button>
        }
      />
      <Menu.Portal container={landmark}>
        <Menu.Positioner className="menu-place" align="end" sideOffset={6} collisionPadding={8}>
          <Menu.Popup className="menu">
            {items.map(({ key, label, isShown, isLocked }) => (
              <Menu.CheckboxItem
                key={key}
                className="menu-item"
                checked={isShown}
                disabled={isLocked}
                closeOnClick={false}
                onCheckedChange={() => toggle(key)}
              >
                <span className="trunc">{label}</span>
                <span className="adm-tick" aria-hidden="true">
                  {isShown ? <Icon of={Check} /> : null}
                </span>
              </Menu.CheckboxItem>
            ))}
            {reset === null ? null : (
              <Menu.Item className="menu-item" onClick={reset}>
                <Icon of={RotateCcw} />
                <span className="trunc">{t('table.columnsReset')}</span>
              </Menu.Item>
            )}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

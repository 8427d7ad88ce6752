import { Keyboard } from 'lucide-react'
import { type ComponentType, useLayoutEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loadDeviceTexts } from '../../lib/device-texts.ts'
import { useSettings } from '../../lib/settings-store.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { confirmAsked, isTaken, leaveAmount, press } from './key-press.ts'
import { type KeyWish, wishOf } from './key-wish.ts'
import { ShortcutList } from './ShortcutList.tsx'

/** The keys with their words. */
export async function loadTradeKeys(): Promise<ComponentType> {
  await loadDeviceTexts()
  return TradeKeys
}

/** Acts on a key; false leaves it to the browser. `act` is told of a wish. */
function takeKey(event: KeyboardEvent, act: (wish: KeyWish) => void): boolean {
  const { key, target, repeat } = event
  if (event.defaultPrevented || event.isComposing) return false
  if ((key === 'Enter' || key === 'Escape') && leaveAmount(target)) return true
  if (key === 'Enter') return !repeat && confirmAsked(target)
  const wish = isTaken(target) ? null : wishOf(event)
  if (wish === null) return false
  // A key held down steps the amount on; nothing else happens twice.
  if (!repeat || wish === 'more' || wish === 'less') act(wish)
  return true
}

/** Trading by keys, what they have changed for readers of the screen, and the button to the list of keys. */
function TradeKeys() {
  const { t } = useTranslation('devices')
  const [listed, setListed] = useState(false)
  const [said, setSaid] = useState('')
  const on = useSettings((settings) => settings.shortcuts)

  // With the button: from the moment that it can be seen its keys are heard.
  useLayoutEffect(() => {
    if (!on) return
    const act = (wish: KeyWish): void => {
      if (wish === 'help') {
        setListed(true)
        return
      }
      const words = press(wish)
      // The same words again are only heard when they were gone in between.
      setSaid('')
      requestAnimationFrame(() => setSaid(words() ?? ''))
    }
    const listener = (event: KeyboardEvent): void => {
      if (takeKey(event, act)) event.preventDefault()
    }
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [on])

  return (
    <>
      <IconButton
        icon={Keyboard}
        size="s"
        className="td-keys"
        label={t('keys.title')}
        aria-haspopup="dialog"
        onClick={() => setListed(true)}
      />
      <p className="sr-only" role="status">
        {said}
      </p>
      <Sheet open={listed} onOpenChange={setListed} title={t('keys.title')}>
        <ShortcutList />
      </Sheet>
    </>
  )
}

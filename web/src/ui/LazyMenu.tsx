import { cloneElement, type ReactElement, useState } from 'react'
import type { MenuProps, Menu as MenuType } from './Menu.tsx'

type TriggerProps = {
  onClick?: () => void
  onPointerEnter?: () => void
  'aria-haspopup'?: 'menu'
  'aria-expanded'?: boolean
}

async function load(): Promise<typeof MenuType | null> {
  try {
    const { Menu } = await import('./Menu.tsx')
    return Menu
  } catch {
    // The page as a whole tells of code that cannot be had.
    return null
  }
}

/** A menu whose code comes when it is first wanted: the header stands in the first page's budget. */
export function LazyMenu({ trigger, ...menu }: MenuProps & { trigger: ReactElement<TriggerProps> }) {
  const [Menu, setMenu] = useState<typeof MenuType | null>(null)
  if (Menu !== null) return <Menu trigger={trigger} {...menu} initiallyOpen />
  return cloneElement(trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: () => void load(),
    onClick: () => {
      menu.onOpen?.()
      void load().then((loaded) => setMenu(() => loaded))
    },
  })
}

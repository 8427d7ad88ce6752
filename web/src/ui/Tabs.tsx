import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import { classes } from './class-names.ts'
import { tabStep } from './tab-step.ts'

interface TabsProps<V extends string> {
  value: V
  tabs: readonly { value: V; label: string; count?: number | undefined; icon?: ReactNode }[]
  onChange: (value: V) => void
  label: string
  className?: string
  listClassName?: string
  /** Stands beside the tabs, such as a search field. */
  aside?: ReactNode
  /** The panel of the chosen tab. */
  children: ReactNode
}

/** Page-level tabs with one panel: the caller renders the chosen one. Arrows, Home and End move and choose. */
export function Tabs<V extends string>(props: TabsProps<V>) {
  const { value, tabs, onChange, label, className, listClassName, aside, children } = props
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const move = (event: KeyboardEvent) => {
    const rtl = list.current !== null && getComputedStyle(list.current).direction === 'rtl'
    const at = tabs.findIndex((tab) => tab.value === value)
    const next = tabStep(event.key, at, tabs.length, rtl)
    const tab = next === null ? undefined : tabs[next]
    if (next === null || tab === undefined) return
    event.preventDefault()
    onChange(tab.value)
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[next]?.focus()
  }
  const bar = (
    <div
      ref={list}
      className={classes('tabs', listClassName)}
      role="tablist"
      aria-label={label}
      onKeyDown={move}
    >
      {tabs.map((tab) => (
        <button
          key={tab.value}
          type="button"
          role="tab"
          id={`${id}-${tab.value}`}
          aria-selected={tab.value === value}
          aria-controls={`${id}-panel`}
          tabIndex={tab.value === value ? 0 : -1}
          onClick={() => onChange(tab.value)}
        >
          {tab.icon}
          {tab.label}
          {tab.count === undefined ? null : <span className="qty n">{tab.count}</span>}
        </button>
      ))}
    </div>
  )
  return (
    <div className={className}>
      {aside === undefined ? (
        bar
      ) : (
        <div className="tabs-bar">
          {bar}
          {aside}
        </div>
      )}
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`}>
        {children}
      </div>
    </div>
  )
}

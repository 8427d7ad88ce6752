import {
  adjustBalance,
  freezeUser,
  resetTwoFactor,
  signOutUser,
  unfreezeUser,
} from '@truestrike/protocol/people-acts-endpoints.ts'
import type { UserDetails } from '@truestrike/protocol/people-endpoints.ts'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { useMay } from '../frame/use-may.ts'
import type { Acts } from '../orders/use-acts.ts'
import { UserActForm } from './UserActForm.tsx'
import { USER_TEXTS } from './use-users.ts'

export type UserAct = 'freeze' | 'unfreeze' | 'signOut' | 'adjust' | 'reset'

/** What may be done with him: one act at a time, each with a reason. */
export function UserActs({ user, acts }: { user: UserDetails; acts: Acts }) {
  const { t } = useTranslation(USER_TEXTS)
  const [chosen, setChosen] = useState<UserAct | null>(null)
  const buttons = useRef<HTMLDivElement>(null)
  const left = useRef<UserAct | null>(null)
  const choose = (act: UserAct | null): void => {
    left.current = chosen
    setChosen(act)
  }
  // Back to the button that had opened the form.
  useEffect(() => {
    if (chosen === null && left.current !== null)
      buttons.current?.querySelector<HTMLElement>(`[data-act="${left.current}"]`)?.focus()
  }, [chosen])
  const mayAdjust = useMay(adjustBalance)
  const mayFreeze = useMay(freezeUser)
  const mayUnfreeze = useMay(unfreezeUser)
  const maySignOut = useMay(signOutUser)
  const mayReset = useMay(resetTwoFactor)
  const isFrozen = user.status === 'frozen'
  const offered: readonly (readonly [UserAct, boolean])[] = [
    ['adjust', mayAdjust],
    ['reset', mayReset && user.twoFactor],
    ['signOut', maySignOut && !isFrozen],
    ['freeze', mayFreeze && !isFrozen],
    ['unfreeze', mayUnfreeze && isFrozen],
  ]
  const all = offered.filter(([, isOffered]) => isOffered)
  if (chosen !== null)
    return <UserActForm act={chosen} user={user} acts={acts} onClose={() => choose(null)} />
  if (all.length === 0) return null
  return (
    <div ref={buttons} className="adm-buttons adm-wrap">
      {all.map(([act]) => (
        <Button key={act} size="s" data-act={act} onClick={() => choose(act)}>
          {t(`act.${act}`)}
        </Button>
      ))}
    </div>
  )
}

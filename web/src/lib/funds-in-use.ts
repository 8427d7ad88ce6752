import { useBook } from './book-store.ts'
import { useSession } from './session-store.ts'
import { useSiteInfo } from './site-query.ts'

/** Which money the screens show: guests see the practice book. */
export function useFundsInUse(): 'demo' | 'test' | 'live' {
  const book = useBook((choice) => choice.book)
  const signedIn = useSession((session) => session.token !== null)
  const { fundsMode } = useSiteInfo()
  if (!signedIn || book === 'demo') return 'demo'
  return fundsMode
}

import { useEffect } from 'react'
import { useOwnMaxStake } from '../../lib/own-limits.ts'

/** Tells the user's own largest stake; apart, as the page has no room for what it takes. */
export function OwnMaxWatch({ onMax }: { onMax: (max: string | null) => void }) {
  const max = useOwnMaxStake()
  useEffect(() => onMax(max), [max, onMax])
  return null
}

import { useApproximate } from '../lib/approximate.ts'

/** Beside the balance, where there is room. */
export function HeaderApproximate({ amount }: { amount: string | undefined }) {
  const approximate = useApproximate(amount)
  if (approximate === null) return null
  return (
    <span className="lab n top-about" title={approximate.dated}>
      {approximate.value}
      <span className="sr-only"> ({approximate.dated})</span>
    </span>
  )
}

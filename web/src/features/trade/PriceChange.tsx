import { formatChange, formatPriceDistance } from '../../lib/price-format.ts'
import { Num } from '../../ui/Num.tsx'
import { Triangle } from '../../ui/Triangle.tsx'

interface PriceChangeProps {
  from: string | null | undefined
  to: string | null | undefined
  /** Also the way in the price's own unit. */
  distance?: boolean
}

/** Change in percent: triangle, sign and colour together. */
export function PriceChange({ from, to, distance }: PriceChangeProps) {
  const text = formatChange(from, to)
  const tone = text.startsWith('+') ? 'gain' : text.startsWith('−') ? 'loss' : undefined
  return (
    <>
      <Num tone={tone}>
        {tone === undefined ? null : <Triangle up={tone === 'gain'} />}
        {text}
      </Num>
      {distance ? <Num tone={tone}>{formatPriceDistance(from, to)}</Num> : null}
    </>
  )
}

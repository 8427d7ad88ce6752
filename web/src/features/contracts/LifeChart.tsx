import type { Contract } from '@truestrike/protocol/trade-endpoints.ts'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { signOf } from '../../lib/money-format.ts'
import { formatPrice } from '../../lib/price-format.ts'
import { formatClock } from '../../lib/time-format.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { type Frame, type LifePoint, pathOf, scaleOf } from './life-line.ts'
import { useLifePoints } from './use-life-points.ts'

const HEIGHT = 160
const FIRST_WIDTH = 400

/** The price from before the entry to after the exit, with the winning side shaded. */
export function LifeChart({ contract }: { contract: Contract }) {
  const { t, i18n } = useTranslation(['contracts', 'errors'])
  const host = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(FIRST_WIDTH)
  const { data, isError, refetch } = useLifePoints(contract)
  useEffect(() => {
    const element = host.current
    if (element === null) return
    const observer = new ResizeObserver(() => setWidth(Math.max(200, element.clientWidth)))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return (
    <div className="cr-life" ref={host} dir="ltr">
      {isError && data === undefined ? (
        <div dir={i18n.dir()}>
          <ErrorState title={t('errors:LOAD_CHART')} onRetry={() => void refetch()} />
        </div>
      ) : data === undefined ? (
        <Skeleton width="100%" height={HEIGHT} />
      ) : data.length < 2 ? (
        <p className="cr-life-none" dir={i18n.dir()}>
          {t('life.none')}
        </p>
      ) : (
        <LifeSvg contract={contract} points={data} width={width} />
      )}
    </div>
  )
}

interface LifeSvgProps {
  contract: Contract
  points: readonly LifePoint[]
  width: number
}

function LifeSvg({ contract, points, width }: LifeSvgProps) {
  const { t } = useTranslation('contracts')
  const frame: Frame = { width, height: HEIGHT, left: 8, right: 76, top: 14, bottom: 24 }
  const entry = contract.openingPrice === null ? null : Number(contract.openingPrice)
  const exit = contract.closingPrice === null ? null : Number(contract.closingPrice)
  const scale = scaleOf(
    points,
    [entry, exit].filter((price) => price !== null),
    contract.expiresAtMs,
    frame,
  )
  if (scale === null) return null
  const startMs = contract.openingTimeMs ?? contract.acceptedAtMs
  const endMs = contract.expiresAtMs
  const [x0, x1] = [scale.x(startMs), Math.min(scale.x(endMs), width - frame.right)]
  const bottom = HEIGHT - frame.bottom
  const entryY = entry === null ? null : scale.y(entry)
  const exitY = exit === null ? null : scale.y(exit)
  const exitTone = signOf(contract.profit) > 0 ? 'gain' : signOf(contract.profit) < 0 ? 'loss' : ''
  const windowX = scale.x(endMs - contract.windowMs)
  const parts = [
    { key: 'before', dim: true, points: points.filter((point) => point.timeMs <= startMs) },
    {
      key: 'life',
      dim: false,
      points: points.filter((point) => point.timeMs >= startMs && point.timeMs <= endMs),
    },
    { key: 'after', dim: true, points: points.filter((point) => point.timeMs >= endMs) },
  ]
  return (
    <svg
      width={width}
      height={HEIGHT}
      role="img"
      aria-label={t('life.label', {
        entry: formatPrice(contract.openingPrice),
        exit: formatPrice(contract.closingPrice),
      })}
    >
      {entryY === null ? null : contract.direction === 'up' ? (
        <rect className="cr-win" x={x0} y={4} width={Math.max(0, x1 - x0)} height={Math.max(0, entryY - 4)} />
      ) : (
        <rect
          className="cr-win"
          x={x0}
          y={entryY}
          width={Math.max(0, x1 - x0)}
          height={Math.max(0, bottom - entryY)}
        />
      )}
      {contract.windowMs > 0 && windowX < x1 ? (
        <rect className="cr-window" x={windowX} y={4} width={x1 - windowX} height={bottom - 4} />
      ) : null}
      <line className="cr-expiry" x1={x1} x2={x1} y1={4} y2={bottom + 4} />
      {parts.map((part) => (
        <path
          key={part.key}
          className={part.dim ? 'cr-line cr-dim' : 'cr-line'}
          d={pathOf(part.points, scale)}
        />
      ))}
      {entryY === null ? null : (
        <>
          <line className="cr-entry" x1={x0} x2={width - frame.right} y1={entryY} y2={entryY} />
          <circle className="cr-entry-dot" cx={x0} cy={entryY} r={4} />
          <text className="cr-axis" x={width - frame.right + 8} y={entryY + 4}>
            {formatPrice(contract.openingPrice)}
          </text>
        </>
      )}
      {exitY === null ? null : (
        <>
          <circle className={`cr-exit-dot ${exitTone}`} cx={x1} cy={exitY} r={4.5} />
          <text className={`cr-axis ${exitTone}`} x={width - frame.right + 8} y={exitLabelY(exitY, entryY)}>
            {formatPrice(contract.closingPrice)}
          </text>
        </>
      )}
      <text className="cr-axis cr-mid" x={Math.max(x0, 28)} y={HEIGHT - 6}>
        {formatClock(startMs)}
      </text>
      <text className="cr-axis cr-mid" x={x1} y={HEIGHT - 6}>
        {formatClock(endMs)}
      </text>
    </svg>
  )
}

/** Two labels at nearly the same height stand one over the other. */
function exitLabelY(exitY: number, entryY: number | null): number {
  if (entryY === null || Math.abs(exitY - entryY) >= 14) return exitY + 4
  return exitY + (exitY < entryY ? -8 : 16)
}

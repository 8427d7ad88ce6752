import { Skeleton } from '../../ui/Skeleton.tsx'

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f']

export function RecordsLoading() {
  return (
    <ul className="cr-list cr-loading" aria-busy="true">
      {ROWS.map((row) => (
        <li key={row} className="cr-item">
          <Skeleton width={40} height={40} round />
          <span className="cr-col">
            <Skeleton width={96} height={14} />
            <Skeleton width={140} height={12} />
          </span>
          <span className="cr-col cr-end">
            <Skeleton width={64} height={14} />
            <Skeleton width={72} height={12} />
          </span>
        </li>
      ))}
    </ul>
  )
}

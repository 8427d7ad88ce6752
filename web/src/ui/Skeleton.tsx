interface SkeletonProps {
  /** px, or any CSS length. */
  width: number | string
  height: number
  round?: boolean
}

/** Stands in the very box of what is loading; hidden from screen readers, the region says it is busy. */
export function Skeleton({ width, height, round }: SkeletonProps) {
  return (
    <span
      className="sk"
      aria-hidden="true"
      style={{ width, height, ...(round ? { borderRadius: '50%' } : {}) }}
    />
  )
}

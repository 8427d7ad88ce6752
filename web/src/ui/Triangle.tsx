/** The small triangle before a change: direction never rests on colour alone. */
export function Triangle({ up }: { up: boolean }) {
  return (
    <svg className="tri" viewBox="0 0 10 10" aria-hidden="true">
      <path d={up ? 'M5 1.4 9.5 9h-9z' : 'M5 8.6.5 1h9z'} />
    </svg>
  )
}

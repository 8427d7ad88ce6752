import { classes } from './class-names.ts'
import { coinGlyphs } from './coin-glyphs.ts'

interface CoinIconProps {
  /** Base of the pair, such as `BTC`. */
  base: string
  size?: 's' | 'm' | 'l'
}

/** A neutral line glyph of a coin or currency, without brand colours; the first letter where none is drawn. */
export function CoinIcon({ base, size = 'm' }: CoinIconProps) {
  const glyph = coinGlyphs[base]
  return (
    <span className={classes('coin', size !== 'm' && `coin-${size}`)} aria-hidden="true">
      {glyph ? (
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d={glyph} />
        </svg>
      ) : (
        <span className="lab">{base.slice(0, 1)}</span>
      )}
    </span>
  )
}

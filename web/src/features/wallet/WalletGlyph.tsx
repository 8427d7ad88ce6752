import type { WalletKind } from '@truestrike/protocol/wallet-endpoints.ts'
import { Wallet } from 'lucide-react'
import { Icon } from '../../ui/Icon.tsx'

/** Neutral lines, no maker's colours. */
const LINES: Record<WalletKind, string> = {
  metamask:
    'M4.5 5 10 9h4l5.5-4-1.8 6.2 1.3 4.6-4.4 1.4L12 19l-2.6-1.8L5 15.8l1.3-4.6zM9.2 13.2h.01M14.8 13.2h.01',
  tronlink: 'm5 5.8 11.5 2L19 10.6 11.2 19.5zM5 5.8l7.3 5.2M12.3 11l-1.1 8.5M12.3 11 19 10.6',
  trust: 'M12 4.2c2.2 1.7 4.5 2.2 7 2.2-.3 6.7-2.6 10.6-7 13.2-4.4-2.6-6.7-6.5-7-13.2 2.5 0 4.8-.5 7-2.2z',
}

export function WalletGlyph({ kind }: { kind: WalletKind | null }) {
  return (
    <span className="wl-glyph" aria-hidden="true">
      {kind === null ? (
        <Icon of={Wallet} />
      ) : (
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d={LINES[kind]} />
        </svg>
      )}
    </span>
  )
}

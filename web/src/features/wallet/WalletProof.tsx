import { issueProofMessage, prove } from '@truestrike/protocol/wallet-endpoints.ts'
import { call } from '../../lib/api-client.ts'
import { useWalletSigning } from './use-wallet-signing.ts'
import { WalletPicker } from './WalletPicker.tsx'

const QUIET = { toast: false }

/** A user without a password shows with a wallet of his that he is the owner. */
export function WalletProof({ onDone }: { onDone: () => void }) {
  const signing = useWalletSigning({
    issue: (account) => call(issueProofMessage, { body: account }, QUIET),
    async finish(signed) {
      await call(prove, { body: { wallet: signed } }, QUIET)
      onDone()
    },
  })
  return <WalletPicker signing={signing} />
}

import { Suspense } from 'react'
import { AccountPage } from '../features/account/AccountPage.tsx'
import { ProveFirst } from '../features/account/ProveFirst.tsx'
import { BookChange, RecentOfBook } from '../features/funds/AccountGlance.tsx'
import { FundsActions } from '../features/funds/FundsActions.tsx'
import { InviteCard } from '../features/invitations/InviteCard.tsx'
import { ConfirmEmail } from '../lib/confirm-email.ts'
import { loadTexts } from '../lib/i18n.ts'
import { NewEmail } from '../lib/new-email.ts'
import { type GateProps, ProofGate } from '../lib/proof-gate.ts'
import { lazyAgain } from '../ui/lazy-again.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'

const LinkedWallets = lazyAgain(async () => {
  const [part] = await Promise.all([import('../features/wallet/LinkedWallets.tsx'), loadTexts('wallet')])
  return part.LinkedWallets
})
const WalletProof = lazyAgain(async () => {
  const [part] = await Promise.all([import('../features/wallet/WalletProof.tsx'), loadTexts('wallet')])
  return part.WalletProof
})
const MailedProof = lazyAgain(async () => {
  const [part] = await Promise.all([import('../features/auth/MailedProof.tsx'), loadTexts('auth')])
  return part.MailedProof
})
const NewEmailForm = lazyAgain(async () => {
  const [part] = await Promise.all([import('../features/auth/NewEmailForm.tsx'), loadTexts('auth')])
  return part.NewEmailForm
})
const ConfirmEmailForm = lazyAgain(async () => {
  const [part] = await Promise.all([import('../features/auth/ConfirmEmailForm.tsx'), loadTexts('auth')])
  return part.ConfirmEmailForm
})
const FundsSections = lazyAgain(
  async () => (await import('../features/funds/FundsSections.tsx')).FundsSections,
)

/**
 * The account page with the parts that other features bring. Those that stand above others come with it: one that came
 * later would push what is below away from a finger.
 */
export function AccountRoute() {
  return (
    <ProofGate value={AccountGate}>
      <NewEmail value={NewEmailForm}>
        <ConfirmEmail value={ConfirmEmailForm}>
          <AccountPage
            renderWallets={(below) => (
              <Suspense fallback={<Skeleton width="100%" height={160} />}>
                <LinkedWallets>{below}</LinkedWallets>
              </Suspense>
            )}
            invitations={<InviteCard />}
            funds={<FundsActions />}
            renderChange={(book, isInWallet) => <BookChange book={book} isInWallet={isInWallet} />}
            recent={<RecentOfBook />}
            renderFunds={(section, balances) => <FundsSections section={section} balances={balances} />}
          />
        </ConfirmEmail>
      </NewEmail>
    </ProofGate>
  )
}

function AccountGate({ children, ...gate }: GateProps) {
  return (
    <Suspense fallback={<Skeleton width="100%" height={120} />}>
      <ProveFirst {...gate} WalletProof={WalletProof} MailedProof={MailedProof}>
        {children}
      </ProveFirst>
    </Suspense>
  )
}

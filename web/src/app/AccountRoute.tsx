import { Suspense } from 'react'
import { AccountPage } from '../features/account/AccountPage.tsx'
import { ProveFirst } from '../features/account/ProveFirst.tsx'
import { ConfirmEmail } from '../lib/confirm-email.ts'
import { loadFundsTexts } from '../lib/funds-texts.ts'
import { loadTexts } from '../lib/i18n.ts'
import { loadInvitationTexts } from '../lib/invitation-texts.ts'
import { NewEmail } from '../lib/new-email.ts'
import { type GateProps, ProofGate } from '../lib/proof-gate.ts'
import { lazyAgain, lazyLater } from '../ui/lazy-again.tsx'
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
const FundsActions = lazyAgain(async () => {
  const [part] = await Promise.all([import('../features/funds/FundsActions.tsx'), loadFundsTexts()])
  return part.FundsActions
})
const FundsSections = lazyAgain(async () => {
  const [part] = await Promise.all([import('../features/funds/FundsSections.tsx'), loadFundsTexts()])
  return part.FundsSections
})
const BookChange = lazyLater(async () => {
  const [part] = await Promise.all([import('../features/funds/AccountGlance.tsx'), loadFundsTexts()])
  return part.BookChange
})
const RecentOfBook = lazyLater(async () => {
  const [part] = await Promise.all([import('../features/funds/AccountGlance.tsx'), loadFundsTexts()])
  return part.RecentOfBook
})
const InviteCard = lazyLater(async () => {
  const [part] = await Promise.all([import('../features/invitations/InviteCard.tsx'), loadInvitationTexts()])
  return part.InviteCard
})

/** The account page with the parts that other features bring. */
export function AccountRoute() {
  return (
    <ProofGate value={AccountGate}>
      <NewEmail value={NewEmailForm}>
        <ConfirmEmail value={ConfirmEmailForm}>
          <AccountPage
            wallets={<LinkedWallets />}
            invitations={
              <Suspense fallback={<div className="panel ac-invite" aria-busy="true" />}>
                <InviteCard />
              </Suspense>
            }
            funds={
              <Suspense fallback={<Skeleton width="100%" height={44} />}>
                <FundsActions />
              </Suspense>
            }
            renderChange={(book) => (
              <Suspense fallback={<Skeleton width={160} height={16} />}>
                <BookChange book={book} />
              </Suspense>
            )}
            recent={
              <Suspense fallback={<Skeleton width="100%" height={240} />}>
                <RecentOfBook />
              </Suspense>
            }
            renderFunds={(section) => <FundsSections section={section} />}
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

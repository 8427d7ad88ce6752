import {
  createWithdrawal,
  type FundsOverview,
  type SavedAddress,
  saveAddress,
} from '@truestrike/protocol/funds-endpoints.ts'
import { Landmark, Wallet } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api-client.ts'
import { useSession } from '../../lib/session-store.ts'
import { showToast } from '../../lib/toast-bus.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { AddressPicker, NEW_ADDRESS } from './AddressPicker.tsx'
import { isAddress } from './address-form.ts'
import { ConfirmAndSend, confirmationOf, DoFirst } from './ConfirmField.tsx'
import { FundsAmount } from './FundsAmount.tsx'
import { FundsField } from './FundsField.tsx'
import { LockedBanner } from './LockedBanner.tsx'
import { useUnresolved } from './unresolved.ts'
import { shownMost, useAmount } from './use-amount.ts'
import { missingOf, reasonOf, useRequest } from './use-request.ts'
import { WithdrawQuote, withdrawalFigures } from './WithdrawQuote.tsx'

const QUIET = { toast: false }
const FIELDS = ['amount', 'address', 'label', 'accountName', 'accountNumber', 'bankName', 'secret'] as const
const ACCOUNT = ['bankName', 'accountNumber'] as const
const BANK = ['accountName', ...ACCOUNT] as const
const METHODS = { wallet: Wallet, bank: Landmark }

interface WithdrawFormProps {
  funds: FundsOverview
  saved: readonly SavedAddress[]
  onDone: () => void
}

export function WithdrawForm({ funds, saved, onDone }: WithdrawFormProps) {
  const { t } = useTranslation('funds')
  const available = useSession((session) => session.user?.balances.real.available)
  const begun = useUnresolved('withdraw').earlier?.values
  const [method, setMethod] = useState<'wallet' | 'bank'>(begun?.method === 'bank' ? 'bank' : 'wallet')
  const [network, setNetwork] = useState<'eth' | 'tron'>(begun?.network === 'eth' ? 'eth' : 'tron')
  const [keeps, setKeeps] = useState(false)
  // Chosen once: what comes later must not replace what is shown, or typed meanwhile.
  const [choice, setChoice] = useState(() => begun?.choice ?? saved[0]?.id ?? NEW_ADDRESS)
  const chosen = saved.find(({ id }) => id === choice)
  const { withdrawal: limits } = funds
  const amount = useAmount({
    limits,
    available,
    upTo: (micros, reason) => {
      const { actualMicros } = withdrawalFigures(limits, method, micros)
      return actualMicros === null ? reason : t('withdraw.upTo', { reason, max: shownMost(actualMicros) })
    },
  })
  const target = method === 'bank' ? BANK : chosen === undefined ? (['address'] as const) : []
  const targetFault = t(method === 'bank' ? 'wrong.bank' : 'wrong.address')
  const form = useRequest({
    form: 'withdraw',
    fields: FIELDS,
    choices: { method, network, choice },
    check: (values) => ({
      ...missingOf(values, target, targetFault),
      ...(isAddress(network, values.address) ? {} : { address: targetFault }),
      ...missingOf(values, ['secret'], t('required')),
      amount: amount.faultOf(values.amount),
    }),
    send: async (requestId, values) => {
      const { accountName, accountNumber, bankName, address, label, secret } = values
      const wallet = chosen ?? { network, address: address.trim() }
      const payout =
        method === 'bank'
          ? { accountName, accountNumber, bankName }
          : { network: wallet.network, address: wallet.address }
      const common = {
        requestId,
        ruleVersion: funds.ruleVersion,
        method,
        amount: amount.plain(values.amount),
      }
      const body = { ...common, ...payout, ...confirmationOf(funds.confirmation, secret) }
      await call(createWithdrawal, { body }, QUIET)
      if (method !== 'wallet' || chosen !== undefined || !keeps) return null
      // The withdrawal is requested, whatever becomes of the address.
      const kept = { network, address: wallet.address, label: label || wallet.address.slice(0, 8) }
      return await call(saveAddress, { body: kept }, QUIET).then(() => null, reasonOf)
    },
    tell: (reason) => {
      if (reason === null) showToast('success', t('withdraw.done'))
      else showToast('error', t('withdraw.addressFailed', { reason }))
    },
    onDone,
  })
  const { identityMissing } = limits
  const locked = funds.lockedUntilMs !== null || identityMissing
  const typed = form.values.amount
  return (
    <form
      className="fu-form"
      noValidate
      onSubmit={(event) => void form.submit(event, ['amount', ...target, 'secret'])}
    >
      {funds.lockedUntilMs === null ? null : (
        <LockedBanner untilMs={funds.lockedUntilMs} by={funds.lockedBy} />
      )}
      {identityMissing ? <DoFirst what="identity" section="profile" /> : null}
      <Tabs
        value={method}
        label={t('method.label')}
        listClassName="fu-ways"
        tabs={(['wallet', 'bank'] as const).map((value) => ({
          value,
          label: t(`method.${value}`),
          icon: <Icon of={METHODS[value]} size={16} />,
        }))}
        onChange={setMethod}
      >
        <fieldset className="fu-form" disabled={locked}>
          {method === 'bank' ? (
            <>
              <FundsField name="accountName" label={t('accountName')} form={form} />
              <div className="fu-pair">
                {ACCOUNT.map((name) => (
                  <FundsField key={name} name={name} label={t(name)} form={form} />
                ))}
              </div>
            </>
          ) : (
            <AddressPicker
              {...{ saved, form, network, setNetwork, keeps, setKeeps }}
              chosenId={chosen?.id ?? NEW_ADDRESS}
              onChoose={setChoice}
            />
          )}
        </fieldset>
      </Tabs>
      <fieldset className="fu-form" disabled={locked}>
        <FundsAmount {...{ form, amount, limits, available }} />
        <WithdrawQuote
          {...{ limits, method }}
          micros={amount.faultOf(typed) === undefined ? amount.microsIn(typed) : null}
        />
      </fieldset>
      <ConfirmAndSend confirmation={funds.confirmation} form={form} locked={locked} what="withdraw" />
    </form>
  )
}

import { quoteWithdrawal } from '@truestrike/core/funds/funds-rules.ts'
import { formatMicros } from '@truestrike/core/money.ts'
import { createWithdrawal, type FundsOverview, saveAddress } from '@truestrike/protocol/funds-endpoints.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api-client.ts'
import { formatMoneyExact, MISSING, microsOf } from '../../lib/money-format.ts'
import { useSession } from '../../lib/session-store.ts'
import { showToast } from '../../lib/toast-bus.ts'
import { Num } from '../../ui/Num.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { ValueList } from '../../ui/ValueList.tsx'
import { AddressPicker, NEW_ADDRESS } from './AddressPicker.tsx'
import { ConfirmAndSend, confirmationOf, DoFirst } from './ConfirmField.tsx'
import { FundsAmount } from './FundsAmount.tsx'
import { FundsField } from './FundsField.tsx'
import { LockedBanner } from './LockedBanner.tsx'
import { useAddresses } from './use-funds.ts'
import { reasonOf, useRequest } from './use-request.ts'

const QUIET = { toast: false }
const FIELDS = ['amount', 'address', 'label', 'accountName', 'accountNumber', 'bankName', 'secret'] as const
const BANK = ['accountName', 'accountNumber', 'bankName'] as const

export function WithdrawForm({ funds, onDone }: { funds: FundsOverview; onDone: () => void }) {
  const { t } = useTranslation('funds')
  const available = useSession((session) => session.user?.balances.real.available)
  const [method, setMethod] = useState<'wallet' | 'bank'>('wallet')
  const [network, setNetwork] = useState<'eth' | 'tron'>('tron')
  const [choice, setChoice] = useState<string | null>(null)
  const [keeps, setKeeps] = useState(false)
  const saved = useAddresses().data?.addresses ?? []
  const chosen = saved.find(({ id }) => id === (choice ?? saved[0]?.id))
  const form = useRequest(
    FIELDS,
    async (requestId, values) => {
      const { accountName, accountNumber, bankName, address, label, secret, amount } = values
      const wallet = chosen ?? { network, address }
      const target =
        method === 'bank'
          ? { accountName, accountNumber, bankName }
          : { network: wallet.network, address: wallet.address }
      const common = { requestId, ruleVersion: funds.ruleVersion, method, amount: amount.trim() }
      const body = { ...common, ...target, ...confirmationOf(funds.confirmation, secret) }
      await call(createWithdrawal, { body }, QUIET)
      if (method !== 'wallet' || chosen !== undefined || !keeps) return null
      // The withdrawal is requested, whatever becomes of the address.
      const kept = { network, address, label: label || address.slice(0, 8) }
      return await call(saveAddress, { body: kept }, QUIET).then(() => null, reasonOf)
    },
    (reason) => {
      if (reason === null) showToast('success', t('withdraw.done'))
      else showToast('error', t('withdraw.addressFailed', { reason }))
      onDone()
    },
  )
  const { identityMissing } = funds.withdrawal
  const locked = funds.lockedUntilMs !== null || identityMissing
  const target = method === 'bank' ? BANK : chosen === undefined ? (['address'] as const) : []
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
        tabs={(['wallet', 'bank'] as const).map((value) => ({ value, label: t(`method.${value}`) }))}
        onChange={setMethod}
      >
        <div className="fu-form">
          {method === 'bank' ? (
            BANK.map((name) => <FundsField key={name} name={name} label={t(name)} form={form} />)
          ) : (
            <AddressPicker
              {...{ saved, form, network, setNetwork, keeps, setKeeps }}
              chosenId={chosen?.id ?? NEW_ADDRESS}
              onChoose={setChoice}
            />
          )}
        </div>
      </Tabs>
      <FundsAmount form={form} limits={funds.withdrawal} available={available} />
      <Quote funds={funds} method={method} amount={form.values.amount} />
      <ConfirmAndSend confirmation={funds.confirmation} form={form} locked={locked} what="withdraw" />
    </form>
  )
}

/** As the server computes it, by the same function. */
function Quote({
  funds: { withdrawal },
  method,
  amount,
}: {
  funds: FundsOverview
  method: 'wallet' | 'bank'
  amount: string
}) {
  const { t } = useTranslation('funds')
  const micros = (text: string): bigint => microsOf(text) ?? 0n
  const rules = {
    withdrawalMinMicros: micros(withdrawal.min),
    withdrawalMaxMicros: micros(withdrawal.max),
    walletFeeMicros: micros(withdrawal.walletFee),
    bankFeeBps: withdrawal.bankFeeBps,
    bankFeeMinMicros: micros(withdrawal.bankFeeMin),
  }
  const quoted = quoteWithdrawal(rules, method, micros(amount.trim()))
  const shown = (value: bigint | undefined): string =>
    value === undefined ? MISSING : formatMoneyExact(formatMicros(value))
  const { feeMicros, actualMicros } = quoted.ok ? quoted.value : {}
  return (
    <ValueList
      className="fu-quote"
      lines={[
        { key: 'fee', label: t('fee'), value: <Num>{shown(feeMicros)}</Num> },
        { key: 'receive', label: t('receive'), value: <Num unit="USDT">{shown(actualMicros)}</Num> },
      ]}
    />
  )
}

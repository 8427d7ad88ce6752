import {
  createDeposit,
  type DepositMethod,
  type FundsOverview,
} from '@truestrike/protocol/funds-endpoints.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api-client.ts'
import { showToast } from '../../lib/toast-bus.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Select } from '../../ui/Select.tsx'
import { FundsAmount } from './FundsAmount.tsx'
import { FundsField } from './FundsField.tsx'
import { MethodCard } from './MethodCard.tsx'
import { useRequest } from './use-request.ts'

const FIELDS = ['amount', 'accountName', 'accountNumber', 'bankName'] as const

interface DepositFormProps {
  funds: FundsOverview
  methods: readonly [DepositMethod, ...DepositMethod[]]
  onDone: () => void
}

export function DepositForm({ funds, methods, onDone }: DepositFormProps) {
  const { t } = useTranslation('funds')
  const [methodId, setMethodId] = useState(methods[0].id)
  const method = methods.find(({ id }) => id === methodId) ?? methods[0]
  const form = useRequest(
    FIELDS,
    (requestId, { amount, bankName, ...account }) => {
      const common = { requestId, methodId: method.id, amount: amount.trim(), ...account }
      const body = method.kind === 'bank' ? { ...common, bankName } : common
      return call(createDeposit, { body }, { toast: false })
    },
    () => {
      showToast('success', t('deposit.done'))
      onDone()
    },
  )
  const asked = method.kind === 'bank' ? FIELDS : FIELDS.filter((name) => name !== 'bankName')
  return (
    <form className="fu-form" noValidate onSubmit={(event) => void form.submit(event, asked)}>
      <Field label={t('method.label')}>
        {(control) => (
          <Select {...control} value={method.id} onChange={({ target }) => setMethodId(target.value)}>
            {methods.map((each) => (
              <option key={each.id} value={each.id}>
                {each.name ?? t(`method.${each.network ?? each.kind}`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <MethodCard method={method} />
      <FundsAmount form={form} limits={funds.deposit} />
      <fieldset className="fu-form">
        <legend className="lab">{t('deposit.from')}</legend>
        {asked
          .filter((name) => name !== 'amount')
          .map((name) => (
            <FundsField
              key={name}
              name={name}
              label={t(name === 'accountNumber' && method.kind === 'wallet' ? 'address' : name)}
              form={form}
              input={{ maxLength: name === 'accountNumber' ? 64 : 100 }}
            />
          ))}
      </fieldset>
      <div role="alert">{form.refusal === null ? null : <Banner>{form.refusal}</Banner>}</div>
      <Button type="submit" variant="primary" size="l" block pending={form.pending}>
        {t('deposit.submit')}
      </Button>
      <p className="cap">{t('deposit.note')}</p>
    </form>
  )
}

import { type PaymentNetwork, paymentReference } from '@truestrike/core/funds/payment-reference.ts'
import { useTranslation } from 'react-i18next'
import { Field } from '../../ui/Field.tsx'
import { TextInput } from '../../ui/TextInput.tsx'

interface ReferenceFieldProps {
  network: PaymentNetwork
  typed: string
  /** Whether what is wrong with it is shown: once somebody has pressed the button. */
  isChecked: boolean
  onChange: (typed: string) => void
}

/** What identifies a payment outside of this site, as its network writes it. */
export function ReferenceField({ network, typed, isChecked, onChange }: ReferenceFieldProps) {
  const { t } = useTranslation('admin')
  const rule = t(`orders.referenceRule.${network}`)
  const isWrong = isChecked && paymentReference(network, typed) === null
  return (
    <Field label={t(`orders.reference.${network}`)} hint={rule} error={isWrong ? rule : undefined}>
      {(control) => (
        <TextInput
          {...control}
          dir={network === 'bank' ? 'auto' : 'ltr'}
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  )
}

import {
  createDeposit,
  type DepositMethod,
  type FundsOverview,
  putDepositReceipt,
} from '@truestrike/protocol/funds-endpoints.ts'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api-client.ts'
import { showToast } from '../../lib/toast-bus.ts'
import { PAPER_ACCEPT, paperFault } from '../../lib/upload.ts'
import { useUpload } from '../../lib/use-upload.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { FileField } from '../../ui/FileField.tsx'
import { Select } from '../../ui/Select.tsx'
import { UploadProgress } from '../../ui/UploadProgress.tsx'
import { FundsAmount } from './FundsAmount.tsx'
import { FundsField } from './FundsField.tsx'
import { MethodCard } from './MethodCard.tsx'
import { useAmount } from './use-amount.ts'
import { missingOf, reasonOf, useRequest } from './use-request.ts'

const FIELDS = ['amount', 'accountName', 'accountNumber', 'bankName'] as const

interface DepositFormProps {
  funds: FundsOverview
  methods: readonly [DepositMethod, ...DepositMethod[]]
  onDone: () => void
}

export function DepositForm({ funds, methods, onDone }: DepositFormProps) {
  const { t } = useTranslation(['funds', 'upload'])
  const [file, setFile] = useState<File>()
  const seen = file === undefined ? null : paperFault(file)
  const upload = useUpload(putDepositReceipt)
  const [methodId, setMethodId] = useState(methods[0].id)
  const method = methods.find(({ id }) => id === methodId) ?? methods[0]
  const amount = useAmount({ limits: funds.deposit })
  const asked = method.kind === 'bank' ? FIELDS : FIELDS.filter((name) => name !== 'bankName')
  const form = useRequest({
    fields: FIELDS,
    check: (values) => ({
      ...missingOf(values, asked, t('required')),
      amount: amount.faultOf(values.amount),
    }),
    send: async (requestId, { amount: typed, bankName, ...account }) => {
      const common = { requestId, methodId: method.id, amount: amount.plain(typed), ...account }
      const body = method.kind === 'bank' ? { ...common, bankName } : common
      const { deposit } = await call(createDeposit, { body }, { toast: false })
      if (file === undefined) return null
      // The deposit is there, whatever becomes of its receipt: that can be added to it later.
      return await upload.send({ params: { id: deposit.id }, files: [file] }).then(() => null, reasonOf)
    },
    onDone: (reason) => {
      if (reason === null) showToast('success', t('deposit.done'))
      else showToast('error', t('receipt.failed', { reason }))
      onDone()
    },
  })
  const submit = (event: FormEvent): void => {
    if (seen === null) void form.submit(event, asked)
    else event.preventDefault()
  }
  return (
    <form className="fu-form" noValidate onSubmit={submit}>
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
      <FundsAmount {...{ form, amount }} limits={funds.deposit} />
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
      <FileField
        label={t('receipt.label')}
        hint={t('receipt.hint')}
        choose={t('upload:choose')}
        accept={PAPER_ACCEPT}
        file={file}
        fault={seen === null ? undefined : t(`upload:${seen}`)}
        onFile={setFile}
      />
      <div role="alert">{form.refusal === null ? null : <Banner>{form.refusal}</Banner>}</div>
      {upload.percent === null ? (
        <Button type="submit" variant="primary" size="l" block pending={form.pending}>
          {t('deposit.submit')}
        </Button>
      ) : (
        <UploadProgress percent={upload.percent} onCancel={upload.cancel} />
      )}
      <p className="cap">{t('deposit.note')}</p>
    </form>
  )
}

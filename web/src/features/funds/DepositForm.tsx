import { paymentReference } from '@truestrike/core/funds/payment-reference.ts'
import { createDeposit, type FundsOverview, putDepositReceipt } from '@truestrike/protocol/funds-endpoints.ts'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api-client.ts'
import { isOutcomeUnknown } from '../../lib/api-error.ts'
import { isolated } from '../../lib/isolated-text.ts'
import { showToast } from '../../lib/toast-bus.ts'
import { PAPER_ACCEPT } from '../../lib/upload.ts'
import { usePaper } from '../../lib/use-paper.ts'
import { useUpload } from '../../lib/use-upload.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { FileField } from '../../ui/FileField.tsx'
import { Select } from '../../ui/Select.tsx'
import { UploadProgress } from '../../ui/UploadProgress.tsx'
import { isAddress } from './address-form.ts'
import { FundsAmount } from './FundsAmount.tsx'
import { FundsField } from './FundsField.tsx'
import { MethodCard } from './MethodCard.tsx'
import { type MethodChoice, rewordedOf } from './seen-methods.ts'
import { useUnresolved } from './unresolved.ts'
import { useAmount } from './use-amount.ts'
import { missingOf, reasonOf, useRequest } from './use-request.ts'

const FIELDS = ['amount', 'accountName', 'accountNumber', 'bankName', 'transactionId'] as const
/** Of a payment to a wallet. */
const OPTIONAL = 'transactionId'

/** The deposit is requested, with its receipt if one was chosen, without it, or for this reason without it. */
type Outcome = 'done' | 'noReceipt' | { reason: string }

const LONGEST = { accountName: 100, accountNumber: 64, bankName: 100, transactionId: 200 } as const

interface DepositFormProps {
  funds: FundsOverview
  methods: readonly [MethodChoice, ...MethodChoice[]]
  /** Ids of those he was shown, the last one first. */
  seen: readonly string[]
  see: (id: string) => void
  onDone: () => void
}

export function DepositForm({ funds, methods, seen, see, onDone }: DepositFormProps) {
  const { t } = useTranslation(['funds', 'upload'])
  const receipt = usePaper()
  const { file } = receipt
  const upload = useUpload(putDepositReceipt)
  const begun = useUnresolved('deposit').earlier?.values
  const [chosen, setChosen] = useState(() => firstChosen(methods, begun?.methodId, seen))
  // As it was shown, should the operator take it off meanwhile: who is paying to it must not be led to another one.
  const shown = methods.find(({ id }) => id === chosen.id) ?? { ...chosen, takenUntilMs: 0 }
  const reworded = rewordedOf(shown, methods)
  const method = reworded ?? shown
  // What may have arrived is asked for again as it was, though the same account is offered in other words by now.
  const sent = useRef(begun?.methodId)
  const methodId = sent.current === shown.id ? shown.id : method.id
  useEffect(() => see(method.id), [see, method.id])
  const amount = useAmount({ limits: funds.deposit })
  const { network } = method
  const asked = FIELDS.filter((name) => name !== (network === null ? OPTIONAL : 'bankName'))
  const needed = asked.filter((name) => name !== OPTIONAL)
  const form = useRequest({
    form: 'deposit',
    fields: FIELDS,
    choices: { methodId },
    check: (values) => ({
      ...missingOf(values, needed, t('required')),
      ...(network === null || isAddress(network, values.accountNumber)
        ? {}
        : { accountNumber: t('wrong.address') }),
      [OPTIONAL]: isTransaction(network, values[OPTIONAL]) ? undefined : t('transactionFault'),
      amount: amount.faultOf(values.amount),
    }),
    send: async (requestId, { amount: typed, bankName, transactionId, ...account }): Promise<Outcome> => {
      const common = { requestId, methodId, amount: amount.plain(typed), ...account }
      const paid = transactionId.trim() === '' ? common : { ...common, transactionId }
      const body = network === null ? { ...common, bankName } : paid
      sent.current = methodId
      const { deposit } = await call(createDeposit, { body }, { toast: false }).catch((error: unknown) => {
        if (!isOutcomeUnknown(error)) sent.current = undefined
        throw error
      })
      if (file === undefined) return 'done'
      // The deposit is there, whatever becomes of its receipt: that can be added to it later.
      return await upload.send({ params: { id: deposit.id }, files: [file] }).then(
        (sent) => (sent === null ? 'noReceipt' : 'done'),
        (error) => ({ reason: reasonOf(error) }),
      )
    },
    tell: (outcome) => {
      if (typeof outcome === 'string') showToast('success', t(`deposit.${outcome}`))
      else showToast('error', t('receipt.failed', outcome))
    },
    onDone,
  })
  // Whatever is wrong is shown at once, and the file is looked at before the request exists.
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    await form.submit(event, asked, !(await receipt.isFine()))
  }
  return (
    <form className="fu-form" noValidate onSubmit={(event) => void submit(event)}>
      <MethodSelect chosen={method} methods={methods} onChosen={setChosen} />
      <MethodCard method={method} isReworded={reworded !== undefined} />
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
              {...(name === OPTIONAL ? { hint: t('transactionHint') } : {})}
              input={{ maxLength: LONGEST[name] }}
            />
          ))}
      </fieldset>
      <FileField
        label={t('receipt.label')}
        hint={t('receipt.hint')}
        choose={t('upload:choose')}
        accept={PAPER_ACCEPT}
        file={file}
        fault={receipt.fault === null ? undefined : t(`upload:${receipt.fault}`)}
        onFile={(chosen) => void receipt.choose(chosen)}
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

/** Whether what was typed can be a transaction of this network; it may be left out. */
const isTransaction = (network: MethodChoice['network'], typed: string): boolean =>
  network === null || typed.trim() === '' || paymentReference(network, typed) !== null

interface MethodSelectProps extends Pick<DepositFormProps, 'methods'> {
  chosen: MethodChoice
  onChosen: (method: MethodChoice) => void
}

function MethodSelect({ chosen, methods, onChosen }: MethodSelectProps) {
  const { t } = useTranslation('funds')
  const apart = methods.filter((method) => rewordedOf(method, methods) === undefined)
  const all = apart.some(({ id }) => id === chosen.id) ? apart : [chosen, ...apart]
  const nameOf = ({ name: own, network, kind, takenUntilMs }: MethodChoice): string => {
    const name = own ?? t(`method.${network ?? kind}`)
    return takenUntilMs === null ? name : t('deposit.ended.name', { name: isolated(name) })
  }
  return (
    <Field label={t('method.label')}>
      {(control) => (
        <Select
          {...control}
          value={chosen.id}
          onChange={({ target }) => onChosen(all.find(({ id }) => id === target.value) ?? chosen)}
        >
          {all.map((method) => (
            <option key={method.id} value={method.id}>
              {nameOf(method)}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

/** The one a request was begun with, else the one that was shown last, else the first. */
function firstChosen(
  methods: DepositFormProps['methods'],
  begunId: string | undefined,
  seen: readonly string[],
): MethodChoice {
  const offered = methods.filter(({ takenUntilMs }) => takenUntilMs === null)
  return methods.find(({ id }) => id === begunId) ?? offered.find(({ id }) => id === seen[0]) ?? methods[0]
}

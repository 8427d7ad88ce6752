import { MAIL_CODE } from '@truestrike/protocol/text-rules.ts'
import type { ReactNode } from 'react'
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { CodeFields } from './CodeFields.tsx'
import { CODE_FIELDS, type CodeValues, codeResolver } from './code-rules.ts'
import { showServerFaults } from './server-faults.ts'
import type { CodeSending } from './use-code-sending.ts'

interface CodeFormProps {
  sending: CodeSending
  /** What an address and the code mailed there are for; its faults are shown in the form. */
  onSubmit: (values: CodeValues) => Promise<void>
  /** Of the button. */
  label: string
  /** Said of a fault that has no text of its own. */
  otherwise: string
  before?: ReactNode
  /** The only address it may be. */
  email?: string
  /** Between the fields and the button. */
  children?: (form: UseFormReturn<CodeValues>) => ReactNode
}

/** An address, the code that is mailed to it, and what it is for. */
export function CodeForm({ sending, onSubmit, label, otherwise, before, email, children }: CodeFormProps) {
  const form = useForm<CodeValues>({
    resolver: codeResolver,
    defaultValues: { email: email ?? sending.sentTo ?? '', code: '', remember: false },
  })
  const { errors, isSubmitting } = form.formState
  const code = useWatch({ control: form.control, name: 'code' })
  const submit = form.handleSubmit(async (values) => {
    try {
      await onSubmit({ ...values, email: values.email.trim() })
    } catch (error) {
      showServerFaults(error, { setError: form.setError, fields: CODE_FIELDS, otherwise })
    }
  })
  return (
    <form className="lg-form" noValidate onSubmit={(event) => void submit(event)}>
      {before}
      <CodeFields form={form} sending={sending} asksAddress={email === undefined} />
      {children?.(form)}
      <div role="alert">{errors.root ? <Banner>{errors.root.message}</Banner> : null}</div>
      <Button
        type="submit"
        variant="primary"
        size="l"
        block
        pending={isSubmitting}
        disabled={code.length < MAIL_CODE.minLength}
      >
        {label}
      </Button>
    </form>
  )
}

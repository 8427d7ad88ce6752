import { useQueryClient } from '@tanstack/react-query'
import { type IdentityPaper, submitIdentity } from '@truestrike/protocol/profile-endpoints.ts'
import { REAL_NAME } from '@truestrike/protocol/text-rules.ts'
import { Lock } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { formResolver } from '../../lib/form-check.ts'
import { showToast } from '../../lib/toast-bus.ts'
import { PAPER_ACCEPT } from '../../lib/upload.ts'
import { usePaper } from '../../lib/use-paper.ts'
import { useUpload } from '../../lib/use-upload.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { FileField } from '../../ui/FileField.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { UploadProgress } from '../../ui/UploadProgress.tsx'
import { faultText, showRefusal } from './form-faults.ts'
import { PAPERS, sidesOf } from './identity-papers.ts'
import { useProfileChanged } from './use-profile.ts'
import { useSecurityKey } from './use-security.ts'

interface Values {
  realName: string
  document: IdentityPaper
}

/** Name, kind of document and a picture of each of its sides. */
export function IdentityForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation(['profile', 'upload'])
  const { t: faults } = useTranslation('security')
  const client = useQueryClient()
  const key = useSecurityKey('identity')
  const changed = useProfileChanged()
  const upload = useUpload(submitIdentity)
  const papers = { front: usePaper(), back: usePaper() }
  const [checked, setChecked] = useState(false)
  const { register, handleSubmit, setError, watch, formState } = useForm<Values>({
    resolver: formResolver<Values>({ texts: { realName: REAL_NAME }, required: ['realName'] }),
    defaultValues: { realName: '', document: 'passport' },
  })
  const sides = sidesOf(watch('document'))
  const faultOf = (side: 'front' | 'back'): string | undefined => {
    const { file, fault } = papers[side]
    if (file === undefined) return checked ? faults('faults.required') : undefined
    return fault === null ? undefined : t(`upload:${fault}`)
  }
  const submit = handleSubmit(async ({ realName, document }) => {
    const chosen = sides.map(({ side }) => papers[side])
    const files = chosen.flatMap(({ file }) => file ?? [])
    const areFine = await Promise.all(chosen.map(({ isFine }) => isFine()))
    if (files.length < chosen.length || areFine.includes(false)) return
    try {
      const identity = await upload.send({ fields: { realName, document }, files })
      if (identity === null) return
      client.setQueryData(key, identity)
      showToast('success', t('identity.sent'))
      onDone()
      await changed()
    } catch (error) {
      showRefusal(error, ['realName'], setError)
    }
  })
  return (
    <form
      className="as-form"
      noValidate
      onSubmit={(event) => {
        setChecked(true)
        void submit(event)
      }}
    >
      <Field
        label={t('identity.realName')}
        hint={t('identity.realNameHint')}
        error={faultText(faults, formState.errors.realName)}
      >
        {(control) => (
          <TextInput large autoComplete="name" dir="auto" {...control} {...register('realName')} />
        )}
      </Field>
      <Field label={t('identity.document')}>
        {(control) => (
          <Select {...control} {...register('document')}>
            {PAPERS.map((paper) => (
              <option key={paper} value={paper}>
                {t(`identity.papers.${paper}`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {sides.map(({ side, label }) => (
        <FileField
          key={`${label} ${side}`}
          label={t(`identity.side.${label}`)}
          hint={t('identity.fileHint')}
          choose={t('upload:choose')}
          accept={PAPER_ACCEPT}
          file={papers[side].file}
          fault={faultOf(side)}
          onFile={(file) => void papers[side].choose(file)}
        />
      ))}
      <p className="t2 ap-privacy">
        <Lock size={16} aria-hidden="true" />
        {t('identity.privacy')}
      </p>
      <div role="alert">
        {formState.errors.root ? <Banner>{formState.errors.root.message}</Banner> : null}
      </div>
      {upload.percent === null ? (
        <Button type="submit" variant="primary" size="l" block pending={formState.isSubmitting}>
          {t('identity.submit')}
        </Button>
      ) : (
        <UploadProgress percent={upload.percent} onCancel={upload.cancel} />
      )}
    </form>
  )
}

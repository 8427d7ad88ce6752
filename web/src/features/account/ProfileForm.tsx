import { type Profile, updateProfile } from '@truestrike/protocol/profile-endpoints.ts'
import { BIO, NICKNAME, PHONE } from '@truestrike/protocol/text-rules.ts'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api-client.ts'
import { formResolver } from '../../lib/form-check.ts'
import { showToast } from '../../lib/toast-bus.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { faultText, showRefusal } from './form-faults.ts'
import { useProfileChanged } from './use-profile.ts'

interface Values {
  nickname: string
  bio: string
  phone: string
}

const FIELDS = ['nickname', 'bio', 'phone'] as const

/** What a user tells of himself. */
export function ProfileForm({ profile }: { profile: Profile }) {
  const { t } = useTranslation('profile')
  const { t: faults } = useTranslation('security')
  const changed = useProfileChanged()
  const { nickname, bio, phone } = profile
  const { register, handleSubmit, setError, reset, getValues, setValue, formState } = useForm<Values>({
    resolver: formResolver<Values>({
      texts: { nickname: NICKNAME, bio: BIO, phone: PHONE },
      required: [],
    }),
    defaultValues: { nickname, bio, phone },
  })
  const { errors, isSubmitting } = formState
  const submit = handleSubmit(async (body) => {
    const sent = { ...getValues() }
    try {
      // As the server kept it: without signs that say nothing.
      const kept = await call(updateProfile, { body }, { toast: false })
      const now = { ...getValues() }
      reset({ nickname: kept.nickname, bio: kept.bio, phone: kept.phone })
      // What was typed while the answer was under way stays.
      for (const field of FIELDS)
        if (now[field] !== sent[field]) setValue(field, now[field], { shouldDirty: true })
      showToast('success', t('about.saved'))
      await changed()
    } catch (error) {
      showRefusal(error, FIELDS, setError)
    }
  })
  return (
    <section className="card as-card">
      <h2>{t('about.title')}</h2>
      <form className="as-form" noValidate onSubmit={(event) => void submit(event)}>
        <Field
          label={t('about.nickname')}
          hint={t('about.nicknameHint')}
          error={faultText(faults, errors.nickname)}
        >
          {(control) => (
            <TextInput autoComplete="nickname" dir="auto" {...control} {...register('nickname')} />
          )}
        </Field>
        <Field label={t('about.bio')} hint={t('about.bioHint')} error={faultText(faults, errors.bio)}>
          {(control) => (
            <span className="input ap-lines">
              <textarea rows={4} dir="auto" {...control} {...register('bio')} />
            </span>
          )}
        </Field>
        <Field label={t('about.phone')} hint={t('about.phoneHint')} error={faultText(faults, errors.phone)}>
          {(control) => (
            <TextInput
              type="tel"
              inputMode="tel"
              autoComplete="tel"
              dir="ltr"
              {...control}
              {...register('phone')}
            />
          )}
        </Field>
        <div role="alert">{errors.root ? <Banner>{errors.root.message}</Banner> : null}</div>
        <Button type="submit" variant="primary" pending={isSubmitting}>
          {t('about.save')}
        </Button>
      </form>
    </section>
  )
}

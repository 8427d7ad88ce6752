import { isSamePlace } from '@truestrike/core/funds/method-place.ts'
import { type AskedMethod, changeMethodsConfig } from '@truestrike/protocol/config-endpoints.ts'
import {
  ACCOUNT_NAME,
  ACCOUNT_NUMBER,
  BANK_NAME,
  METHOD_INSTRUCTIONS,
  METHOD_NAME,
  WALLET_ADDRESS,
} from '@truestrike/protocol/text-rules.ts'
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { adminCall } from '../frame/admin-session.store.ts'
import { useUnsaved } from '../frame/unsaved.ts'
import { isSame } from '../settings/is-same.ts'
import { PictureRow } from '../settings/PictureRow.tsx'
import { LinesRow, SelectRow, SwitchRow, TextRow } from '../settings/Rows.tsx'
import { SettingsForm } from '../settings/SettingsForm.tsx'
import type { SectionProps } from '../settings/section-props.ts'

type Draft = AskedMethod & { key: string }

const EMPTY: AskedMethod = {
  ...{ kind: 'bank', name: null, network: null, address: null },
  ...{ accountName: null, accountNumber: null, bankName: null },
  ...{ instructions: '', picture: null, enabled: true },
}

const draftsOf = (methods: SectionProps['config']['methods']): Draft[] =>
  methods.map(({ isTest: _isTest, ...method }) => ({ ...method, key: method.id }))

/** How users pay in, in the order they are offered. */
export function MethodsSection({ config, ...form }: SectionProps) {
  const { t } = useTranslation('admin-settings')
  const [methods, setMethods] = useState<Draft[]>(() => draftsOf(config.methods))
  const { version } = config.versions.methods
  useUnsaved(!isSame(methods, draftsOf(config.methods)), 'section')
  const added = useRef(0)
  const nextKey = (): string => {
    added.current += 1
    return `new-${added.current}`
  }
  /** Also long after this was drawn: a picture comes to the method as it is then, wherever it stands. */
  const put = (key: string, changes: Partial<AskedMethod>) =>
    setMethods((now) => now.map((method) => (method.key === key ? { ...method, ...changes } : method)))
  const move = (at: number, to: number) => {
    const next = [...methods]
    next.splice(to, 0, ...next.splice(at, 1))
    setMethods(next)
  }
  /** What was saved from here, and what it was over. */
  const sent = useRef<{ keys: string[]; over: unknown } | null>(null)
  /** One that was added, or has another account, has another number since it was saved: he may have typed on meanwhile. */
  const numbered = (): Draft[] => {
    const before = sent.current
    if (before === null || before.over === config.methods) return methods
    return methods.map((method) => {
      const stored = config.methods[before.keys.indexOf(method.key)]
      return stored === undefined ? method : { ...method, id: stored.id }
    })
  }
  const save = async () => {
    const now = numbered()
    setMethods(now)
    const asked = now.map(({ key: _key, ...method }) => method)
    const answer = await adminCall(changeMethodsConfig, { body: { version, methods: asked } })
    sent.current = { keys: now.map(({ key }) => key), over: config.methods }
    return answer
  }
  return (
    <SettingsForm {...form} onSave={save}>
      {config.environment.fundsMode === 'test' ? <Banner tone="info">{t('methods.test')}</Banner> : null}
      <p className="cap">{t('methods.hint')}</p>
      {methods.map((method, at) => (
        <section key={method.key} className="set-method" aria-label={t('methods.method', { number: at + 1 })}>
          <span className="set-line">
            <b className="flex-1">{method.name ?? t('methods.method', { number: at + 1 })}</b>
            <IconButton
              size="s"
              icon={ArrowUp}
              label={t('methods.up')}
              disabled={at === 0}
              onClick={() => move(at, at - 1)}
            />
            <IconButton
              size="s"
              icon={ArrowDown}
              label={t('methods.down')}
              disabled={at === methods.length - 1}
              onClick={() => move(at, at + 1)}
            />
            <IconButton
              size="s"
              icon={Trash2}
              label={t('remove')}
              onClick={() => setMethods(methods.filter((_, place) => place !== at))}
            />
          </span>
          <MethodFields
            method={method}
            isOffered={!isLeftOver(config, method)}
            field={`methods.${at}`}
            onChange={(changes) => put(method.key, changes)}
          />
        </section>
      ))}
      <Button icon={Plus} onClick={() => setMethods([...methods, { ...EMPTY, key: nextKey() }])}>
        {t('methods.add')}
      </Button>
    </SettingsForm>
  )
}

/** A test method of before real money was taken; with another account it is one like any other. */
function isLeftOver({ environment, methods }: SectionProps['config'], method: AskedMethod): boolean {
  const before = methods.find(({ id }) => id === method.id)
  return environment.fundsMode === 'live' && before?.isTest === true && isSamePlace(before, method)
}

interface MethodFieldsProps {
  method: AskedMethod
  /** When it is switched on. */
  isOffered: boolean
  field: string
  onChange: (changes: Partial<AskedMethod>) => void
}

function MethodFields({ method, isOffered, field, onChange }: MethodFieldsProps) {
  const { t } = useTranslation('admin-settings')
  const text = (
    name: 'name' | 'address' | 'accountName' | 'accountNumber' | 'bankName',
    { maxLength }: { maxLength: number },
    label = t(`methods.${name}`),
  ) => (
    <TextRow
      {...{ label, maxLength }}
      field={`${field}.${name}`}
      value={method[name] ?? ''}
      onChange={(typed) => onChange({ [name]: typed === '' ? null : typed })}
    />
  )
  const isWallet = method.kind === 'wallet'
  return (
    <>
      <div className="set-two">
        <SelectRow
          label={t('methods.kind')}
          value={isWallet ? (method.network ?? 'eth') : 'bank'}
          options={(['bank', 'eth', 'tron'] as const).map((value) => ({
            value,
            label: t(`methods.kinds.${value}`),
          }))}
          onChange={(value) =>
            onChange(
              value === 'bank'
                ? { kind: 'bank', network: null, address: null }
                : {
                    ...{ kind: 'wallet', network: value === 'tron' ? 'tron' : 'eth' },
                    ...{ accountName: null, accountNumber: null, bankName: null },
                  },
            )
          }
        />
        {text('name', METHOD_NAME)}
      </div>
      {isWallet ? (
        text('address', WALLET_ADDRESS)
      ) : (
        <div className="set-two">
          {text('accountName', ACCOUNT_NAME)}
          {text('accountNumber', ACCOUNT_NUMBER)}
          {text('bankName', BANK_NAME)}
        </div>
      )}
      <LinesRow
        label={t('methods.instructions')}
        rows={3}
        maxLength={METHOD_INSTRUCTIONS.maxLength}
        value={method.instructions}
        onChange={(instructions) => onChange({ instructions })}
      />
      <PictureRow
        label={t('methods.picture')}
        hint={t('methods.pictureHint')}
        address={method.picture}
        onChange={(picture) => onChange({ picture })}
      />
      <SwitchRow
        label={t('methods.enabled')}
        {...(isOffered ? {} : { hint: t('methods.leftOver') })}
        checked={method.enabled}
        onChange={(enabled) => onChange({ enabled })}
      />
    </>
  )
}

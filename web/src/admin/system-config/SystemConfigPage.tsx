import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  type ConfigVersion,
  changeBasicConfig,
  getSystemConfig,
  type SystemConfig,
} from '@truestrike/protocol/config-endpoints.ts'
import { useTranslation } from 'react-i18next'
import { formatDayAndClock } from '../../lib/time-format.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { adminCall } from '../frame/admin-session.store.ts'
import { mountPage } from '../frame/mount-page.tsx'
import { moveTo, usePageAddress } from '../frame/page-address.ts'
import { useMay } from '../frame/use-may.ts'
import { type Acts, useActs } from '../orders/use-acts.ts'
import { ConflictBanner } from '../settings/ConflictBanner.tsx'
import { useBase } from '../settings/use-base.ts'
import { BasicSection } from './BasicSection.tsx'
import { ConfigHistory } from './ConfigHistory.tsx'
import { FundsSection } from './FundsSection.tsx'
import { MailSection } from './MailSection.tsx'
import { MethodsSection } from './MethodsSection.tsx'
import { TextsSection } from './TextsSection.tsx'
import { TradingSection } from './TradingSection.tsx'

const SECTIONS = ['basic', 'funds', 'methods', 'trading', 'mail', 'texts', 'history'] as const
type Section = (typeof SECTIONS)[number]
const CONFIG = 'admin-config'

function SystemConfigPage() {
  const { t } = useTranslation(['admin-settings', 'admin'])
  const queries = useQueryClient()
  const search = usePageAddress((address) => address.search)
  const section = SECTIONS.find((each) => each === new URLSearchParams(search).get('section')) ?? 'basic'
  const isReadOnly = !useMay(changeBasicConfig)
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: [CONFIG],
    queryFn: () => adminCall(getSystemConfig),
  })
  const acts = useActs(async () => {
    await queries.invalidateQueries({ queryKey: [CONFIG] })
    void queries.invalidateQueries({ queryKey: ['site-info'] })
    void queries.invalidateQueries({ queryKey: ['admin-config-history'] })
  })
  return (
    <>
      <h1>{t('admin:page.system-config')}</h1>
      <Tabs
        label={t('admin:page.system-config')}
        value={section}
        tabs={SECTIONS.map((value) => ({ value, label: t(`section.${value}`) }))}
        onChange={(value) => moveTo(new URLSearchParams({ section: value }), true)}
      >
        <section className="panel set-card">
          {data === undefined ? (
            isError ? (
              <ErrorState title={t('failed')} pending={isFetching} onRetry={() => void refetch()} />
            ) : (
              <Skeleton width="100%" height={400} />
            )
          ) : (
            <SectionOf {...{ section, config: data, isReadOnly }} acts={acts} />
          )}
        </section>
      </Tabs>
    </>
  )
}

interface SectionProps {
  section: Section
  config: SystemConfig
  acts: Acts
  isReadOnly: boolean
}

function SectionOf({ section, config, acts, isReadOnly }: SectionProps) {
  if (section === 'texts') return <TextsSection {...{ config, isReadOnly }} acts={acts.of(section)} />
  if (section === 'history') return <ConfigHistory />
  return <FormOf key={section} {...{ section, config, acts, isReadOnly }} />
}

const FORMS = {
  basic: BasicSection,
  funds: FundsSection,
  methods: MethodsSection,
  trading: TradingSection,
  mail: MailSection,
}

/** The part of it that lies open; what is around it, such as who could confirm, is always of now. */
function FormOf({ section, config, acts, isReadOnly }: SectionProps & { section: keyof typeof FORMS }) {
  const of = useBase(config, ({ versions }) => versions[section].version, acts.of(section))
  const { base, version, begun, touch } = of
  const act: Acts['act'] = (name, work) => of.acts.act(name, () => of.save(work, versionIn))
  const held = { ...base.versions[section], version }
  const Form = FORMS[section]
  return (
    <>
      <div
        onChangeCapture={touch}
        onClickCapture={({ target }) => {
          const button = target instanceof Element ? target.closest('button') : null
          // One that is under way is pressed in vain.
          if (button !== null && button.getAttribute('aria-disabled') !== 'true') touch()
        }}
      >
        <Form
          key={begun}
          config={{ ...config, [section]: base[section], versions: { ...base.versions, [section]: held } }}
          note={<ChangedBy {...held} />}
          acts={{ ...of.acts, act }}
          {...{ isReadOnly }}
        />
      </div>
      <ConflictBanner of={of} />
    </>
  )
}

/** Of what a save answers. */
const versionIn = (answer: unknown): number | undefined =>
  typeof answer === 'object' && answer !== null && 'version' in answer && typeof answer.version === 'number'
    ? answer.version
    : undefined

function ChangedBy({ changedMs, changedBy }: ConfigVersion) {
  const { t } = useTranslation('admin-settings')
  if (changedMs === null) return <span className="cap">{t('unchanged')}</span>
  return (
    <span className="cap">
      {t('changed', { name: `\u2068${changedBy ?? '--'}\u2069`, time: formatDayAndClock(changedMs) })}
    </span>
  )
}

await mountPage('system-config', SystemConfigPage, 'admin-settings')

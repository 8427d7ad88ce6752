import { useQueryClient } from '@tanstack/react-query'
import { listOfferedRules, type OfferedRule, switchRule } from '@truestrike/protocol/rule-endpoints.ts'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDuration } from '../../lib/duration-format.ts'
import { formatMoneyExact } from '../../lib/money-format.ts'
import { pairText } from '../../lib/pair-name.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Num } from '../../ui/Num.tsx'
import { Select } from '../../ui/Select.tsx'
import { adminCall } from '../frame/admin-session.store.ts'
import { mountPage } from '../frame/mount-page.tsx'
import { useMay } from '../frame/use-may.ts'
import { TwoFrom } from '../orders/TwoFrom.tsx'
import { OwnActs, useActs } from '../orders/use-acts.ts'
import { openOrder } from '../orders/use-orders.ts'
import { useRowAddress, useRows } from '../settings/use-rows.ts'
import type { Column } from '../table/DataTable.tsx'
import { ListBox } from '../table/ListBox.tsx'
import { ListTools } from '../table/ListTools.tsx'
import { useColumns } from '../table/use-columns.ts'
import { NewRule } from './NewRule.tsx'
import { RuleDrawer } from './RuleDrawer.tsx'
import { percentOf, secondsOf } from './rule-words.ts'

const LIST = 'admin-rules'
const NEW = 'new'
type RuleRow = OfferedRule & { id: string }

function GameRulesPage() {
  const { t } = useTranslation(['admin-settings', 'admin'])
  const queries = useQueryClient()
  const address = useRowAddress(['symbol', 'duration', 'state'], 'rule')
  const { symbol, duration, state } = address.typed
  const { data, list } = useRows(
    [LIST],
    () => adminCall(listOfferedRules, { query: {} }),
    ({ rules }): RuleRow[] =>
      rules.map((rule) => ({ ...rule, id: `${rule.symbol}-${rule.durationSeconds}` })),
  )
  const all = list.rows ?? []
  const rows = all.filter(
    (rule) =>
      (symbol === '' || rule.symbol === symbol) &&
      (duration === '' || rule.durationSeconds === Number(duration)) &&
      (state === '' || rule.enabled === (state === 'offered')),
  )
  const [chosen, choose] = useState<ReadonlySet<string>>(new Set())
  const onActed = () => queries.invalidateQueries({ queryKey: [LIST] })
  const acts = useActs(onActed)
  const mayAct = useMay(switchRule)
  // One that a filter no longer shows stays open: something may be typed in it.
  const open =
    openOrder(rows, address) ??
    openOrder(
      all.filter(({ id }) => id === address.openId),
      address,
    )
  const { shown: columns, choices } = useColumns('game-rules', useRuleColumns())
  const [first, ...rest] = all
  const isNew = address.openId === NEW && mayAct && first !== undefined
  const title = t('admin:page.game-rules')
  const options = (values: readonly (string | number)[], word: (value: string) => string) =>
    [...new Set(values)].map((value) => (
      <option key={value} value={value}>
        {word(String(value))}
      </option>
    ))
  return (
    <div className="adm-orders" data-open={open === null && !isNew ? undefined : ''}>
      <section className="adm-list">
        <div className="adm-head">
          <h1>{title}</h1>
          <span className="flex-1" />
          {mayAct ? (
            <Button size="s" icon={Plus} onClick={() => address.show(NEW)}>
              {t('rules.add')}
            </Button>
          ) : null}
        </div>
        {data?.available === false ? (
          <TwoFrom fromMs={data.availableFromMs} alone={t('rules.alone')} />
        ) : null}
        <search className="adm-filters">
          <Select
            aria-label={t('products.symbol')}
            value={symbol}
            onChange={({ target }) => address.change({ symbol: target.value, rule: null })}
          >
            <option value="">{t('rules.anyProduct')}</option>
            {options(
              all.map((rule) => rule.symbol),
              (value) => pairText(value),
            )}
          </Select>
          <Select
            aria-label={t('rules.durationSeconds')}
            value={duration}
            onChange={({ target }) => address.change({ duration: target.value, rule: null })}
          >
            <option value="">{t('rules.anyDuration')}</option>
            {options(
              all.map((rule) => rule.durationSeconds).sort((a, b) => a - b),
              (value) => formatDuration(Number(value)),
            )}
          </Select>
          <Select
            aria-label={t('products.state')}
            value={state}
            onChange={({ target }) => address.change({ state: target.value, rule: null })}
          >
            <option value="">{t('products.anyState')}</option>
            <option value="offered">{t('rules.offered')}</option>
            <option value="stopped">{t('rules.stopped')}</option>
          </Select>
          <ListTools name="rules" {...{ columns, choices }} read={async () => rows} />
        </search>
        <ListBox
          label={title}
          list={{ ...list, rows: list.rows === undefined ? undefined : rows }}
          columns={columns}
          currentId={address.openId}
          onOpen={({ id }) => address.show(id)}
          {...(mayAct ? { selection: { chosen, isOffered: () => true, change: choose } } : {})}
          failed={t('failed')}
          none={t('noneFound')}
        />
      </section>
      {isNew ? (
        <OwnActs onActed={onActed}>
          {(own) => (
            <NewRule
              rules={[first, ...rest]}
              isAvailable={data?.available ?? false}
              availableFromMs={data?.availableFromMs ?? null}
              acts={own}
              onClose={() => address.show(null)}
            />
          )}
        </OwnActs>
      ) : null}
      {open === null ? null : (
        <RuleDrawer
          key={open.order.id}
          rule={open.order}
          others={all.filter(
            ({ id, durationSeconds }) =>
              chosen.has(id) && id !== open.order.id && durationSeconds === open.order.durationSeconds,
          )}
          isAvailable={data?.available ?? false}
          availableFromMs={data?.availableFromMs ?? null}
          acts={acts.of(open.order.id)}
          mayAct={mayAct}
          {...open.steps}
        />
      )}
    </div>
  )
}

function useRuleColumns(): Column<RuleRow>[] {
  const { t } = useTranslation('admin-settings')
  return [
    {
      ...{ key: 'symbol', label: t('products.symbol') },
      text: ({ symbol }) => symbol,
      cell: ({ symbol }) => (
        <b>
          <Num>{pairText(symbol)}</Num>
        </b>
      ),
    },
    {
      ...{ key: 'duration', label: t('rules.durationSeconds') },
      text: ({ durationSeconds }) => formatDuration(durationSeconds),
      cell: ({ durationSeconds }) => formatDuration(durationSeconds),
    },
    {
      ...{ key: 'state', label: t('products.state') },
      text: ({ enabled }) => t(enabled ? 'rules.offered' : 'rules.stopped'),
      cell: ({ enabled }) =>
        enabled ? <Badge>{t('rules.offered')}</Badge> : <Badge tone="caution">{t('rules.stopped')}</Badge>,
    },
    {
      ...{ key: 'payout', label: t('rules.payoutBps'), isFigure: true },
      text: ({ payoutBps }) => percentOf(payoutBps),
      cell: ({ payoutBps }) => <Num>{percentOf(payoutBps)}</Num>,
    },
    {
      ...{ key: 'min', label: t('rules.stakeMin'), isFigure: true },
      text: ({ stakeMin }) => stakeMin,
      cell: ({ stakeMin }) => <Num>{formatMoneyExact(stakeMin)}</Num>,
    },
    {
      ...{ key: 'max', label: t('rules.stakeMax'), isFigure: true },
      text: ({ stakeMax }) => stakeMax,
      cell: ({ stakeMax }) => <Num>{formatMoneyExact(stakeMax)}</Num>,
    },
    {
      ...{ key: 'window', label: t('rules.windowMs'), isFigure: true },
      text: ({ windowMs }) => secondsOf(windowMs),
      cell: ({ windowMs }) => <Num>{secondsOf(windowMs)}</Num>,
    },
    {
      ...{ key: 'version', label: t('products.version'), isFigure: true },
      text: ({ version }) => version,
      cell: ({ version }) => <Num>{version}</Num>,
    },
  ]
}

await mountPage('game-rules', GameRulesPage, 'admin-settings')

import type { AuditQuery } from './ledger-audit.ts'

/** What deposits, withdrawals and transfers must agree with; each query answers one row a fault, in words. */
export const FUNDS_CHECKS: readonly AuditQuery[] = [
  {
    name: 'frozen equals open withdrawals, in the real book alone',
    query: `with open as (
        select user_id, sum(amount_micros) as total from withdrawals where state in ('pending', 'processing') group by user_id
      )
      select format('user %s %s: frozen %s, open withdrawals %s', coalesce(b.user_id, o.user_id), coalesce(b.book, 'real'),
        b.frozen_micros, o.total) as fault
      from user_balances b full join open o on o.user_id = b.user_id and b.book = 'real'
      where coalesce(b.frozen_micros, 0) <> coalesce(o.total, 0)`,
  },
  {
    name: 'each confirmed deposit is credited once',
    query: `with moved as (
        select ref, count(*) as times, sum(amount_micros) as total, min(credit_user_id) as user_id, min(book) as book,
          min(debit || '>' || credit) as way
        from transfers where ref like 'deposit:%' group by ref
      ), confirmed as (select *, 'deposit:' || id as told from deposits where state = 'completed')
      select format('%s: credited %s, moved %s × %s', coalesce(c.told, m.ref), c.credited_micros, m.times, m.total) as fault
      from confirmed c full join moved m on m.ref = c.told
      where c.id is null or m.ref is null or m.times <> 1 or m.total <> c.credited_micros or m.user_id <> c.user_id
        or m.book <> 'real' or m.way <> 'deposits>available'`,
  },
  {
    name: 'each withdrawal is frozen once, and paid or given back once',
    query: `with moved as (
        select ref,
          coalesce(sum(amount_micros) filter (where kind = 'freeze'), 0) as frozen,
          coalesce(sum(amount_micros) filter (where kind = 'unfreeze'), 0) as back,
          coalesce(sum(amount_micros) filter (where kind = 'payout'), 0) as paid,
          coalesce(sum(amount_micros) filter (where kind = 'fee'), 0) as fee,
          array_agg(distinct coalesce(debit_user_id, credit_user_id)) as owners, array_agg(distinct book::text) as books
        from transfers where ref like 'withdrawal:%' group by ref
      ), expected as (
        select *, 'withdrawal:' || id as told, case when state in ('rejected', 'failed') then amount_micros else 0 end as back,
          case when state = 'completed' then amount_micros - fee_micros else 0 end as paid,
          case when state = 'completed' then fee_micros else 0 end as fee
        from withdrawals
      )
      select format('%s (%s, %s): frozen %s, back %s, paid %s, fee %s', coalesce(e.told, m.ref), e.state, e.amount_micros,
        m.frozen, m.back, m.paid, m.fee) as fault
      from expected e full join moved m on m.ref = e.told
      where e.id is null or m.ref is null or m.frozen <> e.amount_micros or m.back <> e.back or m.paid <> e.paid
        or m.fee <> e.fee or m.owners <> array[e.user_id] or m.books <> array['real']`,
  },
  {
    name: 'each payout that came back is reversed once',
    query: `with moved as (
        select ref, sum(amount_micros) as total from transfers where ref like 'withdrawal-return:%' group by ref
      ), returned as (select *, 'withdrawal-return:' || withdrawal_id as told from withdrawal_returns)
      select format('%s: %s, moved %s', coalesce(r.told, m.ref), r.actual_micros + r.fee_micros, m.total) as fault
      from returned r full join moved m on m.ref = r.told
      where r.id is null or m.ref is null or m.total <> r.actual_micros + r.fee_micros`,
  },
  {
    name: 'each payout that was found to have been made is taken once, and what was missing is borne by the platform',
    query: `with moved as (
        select ref,
          coalesce(sum(amount_micros) filter (where debit = 'available' and credit = 'withdrawals'), 0) as taken,
          coalesce(sum(amount_micros) filter (where debit = 'adjustments' and credit = 'withdrawals'), 0) as missing,
          coalesce(sum(amount_micros) filter (where debit = 'available' and credit = 'fees'), 0) as fee,
          sum(amount_micros) as total, max(debit_user_id) as user_id
        from transfers where ref like 'withdrawal-correction:%' group by ref
      ), corrected as (select *, 'withdrawal-correction:' || withdrawal_id as told from withdrawal_corrections)
      select format('%s: %s of %s, fee %s, moved %s, %s, %s', coalesce(c.told, m.ref), c.taken_micros, c.actual_micros,
        c.fee_micros, m.taken, m.missing, m.fee) as fault
      from corrected c full join moved m on m.ref = c.told
      where c.id is null or m.ref is null or m.taken <> c.taken_micros or m.missing <> c.actual_micros - c.taken_micros
        or m.fee <> c.fee_micros or m.total <> c.actual_micros + c.fee_micros or m.user_id <> c.user_id`,
  },
  {
    name: 'each transfer between users is moved once',
    query: `with moved as (
        select ref, count(*) as times, sum(amount_micros) as total, min(debit_user_id) as debit, min(credit_user_id) as credit
        from transfers where ref like 'transfer:%' group by ref
      ), made as (select *, 'transfer:' || id as told from user_transfers)
      select format('%s: %s, moved %s × %s', coalesce(u.told, m.ref), u.amount_micros, m.times, m.total) as fault
      from made u full join moved m on m.ref = u.told
      where u.id is null or m.ref is null or m.times <> 1 or m.total <> u.amount_micros or m.debit <> u.from_user_id
        or m.credit <> u.to_user_id`,
  },
  {
    name: 'each adjustment is moved once, between its user and the account for them',
    query: `with moved as (
        select ref, count(*) as times, min(book) as book, min(coalesce(credit_user_id, debit_user_id)) as user_id,
          sum(case when credit = 'available' then amount_micros else -amount_micros end) as total,
          bool_and(debit || '>' || credit in ('adjustments>available', 'available>adjustments')) as is_way
        from transfers where ref like 'adjustment:%' or kind = 'adjustment' group by ref
      ), made as (select *, 'adjustment:' || id as told from balance_adjustments)
      select format('%s: %s %s of user %s, moved %s × %s', coalesce(a.told, m.ref), a.book, a.amount_micros, a.user_id,
        m.times, m.total) as fault
      from made a full join moved m on m.ref = a.told
      where a.id is null or m.ref is null or m.times <> 1 or m.total <> a.amount_micros or m.user_id <> a.user_id
        or m.book <> a.book or not m.is_way`,
  },
  {
    name: 'the bills of each request say what it moved',
    query: `with told as (
        select ref, user_id, sum(amount_micros) filter (where status = 'completed') as total, array_agg(distinct status::text) as states
        from bills where type in ('deposit', 'withdraw', 'fee', 'transfer', 'adjustment') group by ref, user_id
      ), moves as (
        select ref, debit_user_id as user_id, -amount_micros as delta from transfers where debit_user_id is not null
        union all select ref, credit_user_id, amount_micros from transfers where credit_user_id is not null
      ), moved as (
        select ref, user_id, sum(delta) as total from moves
        where ref ~ '^(deposit|withdrawal|withdrawal-return|withdrawal-correction|transfer|adjustment):' group by ref, user_id
      ), requests as (
        select 'deposit:' || id as ref, user_id, state::text from deposits
        union all select 'withdrawal:' || id, user_id, state::text from withdrawals
      )
      select format('%s of user %s: bills %s %s, moved %s, request %s', coalesce(t.ref, m.ref, r.ref),
        coalesce(t.user_id, m.user_id, r.user_id), t.states, t.total, m.total, r.state) as fault
      from told t full join moved m on m.ref = t.ref and m.user_id = t.user_id
        full join requests r on r.ref = coalesce(t.ref, m.ref) and r.user_id = coalesce(t.user_id, m.user_id)
      where t.ref is null or coalesce(t.total, 0) <> coalesce(m.total, 0)
        or (r.ref is not null and t.states <> array[r.state])`,
  },
]

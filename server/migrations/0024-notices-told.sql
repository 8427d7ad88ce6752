-- As before; the notice also tells the opening price and the duration.
create or replace function settle_contracts(
  p_ids bigint[], p_states text[], p_results text[], p_reasons text[], p_opening_prices bigint[], p_opening_times_ms bigint[],
  p_opening_seqs bigint[], p_closing_prices bigint[], p_closing_times_ms bigint[], p_profits bigint[]
) returns table (contract_id bigint, settled_at_ms bigint, notice_id bigint) language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_nestloop = off set enable_mergejoin = off set jit = off
as $$
#variable_conflict use_column
declare
  v_now bigint := service_now_ms();
  -- Batches that run at once take different shards of the house.
  v_shard smallint;
  a_id bigint[]; a_user bigint[]; a_book text[]; a_stake bigint[]; a_profit bigint[]; a_symbol text[];
  a_priority text[]; a_data jsonb[]; a_notice bigint[];
  v_product int;
begin
  -- Balances first, as the acceptor does, so that the two never wait for each other in a ring.
  select array_agg(t.user_id), array_agg(t.book) into a_user, a_book
  from (select distinct c.user_id, c.book from contracts c where c.id = any (p_ids)) t;
  perform ledger_lock_balances(a_user, a_book);
  if 'cancelled' = any (p_states) then
    -- What is given back of the real book's exposure is given back between two acceptors, like what they take.
    for v_product in
      select distinct c.product_id from contracts c where c.id = any (p_ids) and c.book || '' = 'real' order by 1
    loop
      perform pg_advisory_xact_lock(7482913, v_product);
    end loop;
  end if;

  with o as (
    select * from unnest(p_ids, p_states, p_results, p_reasons, p_opening_prices, p_opening_times_ms, p_opening_seqs,
      p_closing_prices, p_closing_times_ms, p_profits)
      as u (id, state, result, reason, opening_price, opening_time, opening_seq, closing_price, closing_time, profit)
  ), settled as (
    update contracts c set state = o.state, result = o.result, cancel_reason = o.reason, opening_price = o.opening_price,
      opening_time_ms = o.opening_time, opening_seq = o.opening_seq, closing_price = o.closing_price,
      closing_time_ms = o.closing_time, profit_micros = o.profit, settled_at_ms = greatest(v_now, c.accepted_at_ms)
    from o
    where c.id = any (p_ids) and c.id = o.id and c.state || '' in ('opening', 'running')
    returning c.*
  )
  select array_agg(s.id), array_agg(s.user_id), array_agg(s.book), array_agg(s.stake_micros), array_agg(s.profit_micros),
    array_agg(s.symbol), array_agg(case when s.state = 'cancelled' then 'high' else 'medium' end),
    array_agg(jsonb_build_object('contractId', s.id::text, 'book', s.book, 'symbol', s.symbol, 'direction', s.direction,
      'result', coalesce(s.result, 'cancelled'), 'reason', s.cancel_reason, 'stakeMicros', s.stake_micros::text,
      'profitMicros', s.profit_micros::text, 'openingPrice', s.opening_price::text,
      'closingPrice', s.closing_price::text, 'precision', s.precision, 'durationSeconds', s.duration_seconds)),
    min(s.id) / 500 % 16
  into a_id, a_user, a_book, a_stake, a_profit, a_symbol, a_priority, a_data, v_shard
  from settled s;
  if a_id is null then
    return;
  end if;

  if 'cancelled' = any (p_states) then
    -- A contract that is no more covers nothing on the other side.
    update exposure_buckets e set up_profit_micros = e.up_profit_micros - r.up_profit, up_stake_micros = e.up_stake_micros - r.up_stake,
      down_profit_micros = e.down_profit_micros - r.down_profit, down_stake_micros = e.down_stake_micros - r.down_stake
    from (
      select c.product_id, c.expires_at_ms / 60000 as expiry_minute,
        coalesce(sum(c.win_profit_micros) filter (where c.direction = 'up'), 0)::bigint as up_profit,
        coalesce(sum(c.stake_micros) filter (where c.direction = 'up'), 0)::bigint as up_stake,
        coalesce(sum(c.win_profit_micros) filter (where c.direction = 'down'), 0)::bigint as down_profit,
        coalesce(sum(c.stake_micros) filter (where c.direction = 'down'), 0)::bigint as down_stake
      from contracts c where c.id = any (a_id) and c.book || '' = 'real' and c.state || '' = 'cancelled'
      group by 1, 2
    ) r
    where e.product_id = r.product_id and e.expiry_minute = r.expiry_minute;
  end if;
  perform ledger_settle_stakes(v_now, v_shard, a_user, a_book, a_stake, a_profit, a_id, a_symbol);
  a_notice := notifications_add(v_now, a_user, array_fill('trade'::text, array[cardinality(a_id)]),
    array_fill('contract-settled'::text, array[cardinality(a_id)]), a_priority, a_data);
  insert into outbox (topic, payload, created_ms, due_ms)
  values ('contracts.settled', jsonb_build_object('contractIds', to_jsonb(a_id)), v_now, v_now);
  return query select u.id, v_now, u.notice from unnest(a_id, a_notice) as u (id, notice);
end
$$;

-- Old notices are removed, the oldest first.
create index notices_by_age on notices (created_ms);

-- A mail a day with what was not read, for those who ask for it. `digest_day`: the day of which one went last, or from which on
-- one goes; days since 1970, each beginning at the hour of the mail.
alter table notification_settings
  add column digest boolean not null default false,
  add column digest_day int not null default 0,
  -- In the mail's link: stops the mail and does nothing else.
  add column unsubscribe_token text unique;
create index notification_settings_digest on notification_settings (digest_day, user_id) where digest;

-- What the public page tells of a month: contracts counted as they are settled, what cancelled them, and the voids, halts,
-- changes of source and stops of orders that happened. Months are UTC, by the service clock, counted from January 1970.

create function month_of_ms(p_ms bigint) returns int language sql immutable as $$
  select ((extract(year from t.at) - 1970) * 12 + extract(month from t.at) - 1)::int
  from (select to_timestamp(p_ms / 1000.0) at time zone 'UTC' as at) t
$$;

-- Events everybody may look up. Those of a log are written with its entries, in the same transaction; they are found again
-- by reading it. Rows only grow, but for the end of a stop.
create table public_events (
  id bigint generated always as identity primary key,
  -- Of the entry; a halt's of its end, a stop's of its beginning.
  month int not null,
  kind text not null check (kind in ('void', 'halt', 'source', 'stop')),
  -- Null: a stop of all products.
  product_id int,
  -- Number of the entry; a halt's of the last price before it, and of the first one after.
  seq bigint,
  end_seq bigint,
  -- A void's interval, a halt's or a stop's span; of a source the time of its entry. To null: not over.
  from_ms bigint not null,
  to_ms bigint,
  -- Trading hours in a halt.
  open_ms bigint,
  source_before text,
  source text,
  contract_count int,
  house_effect_micros bigint,
  reason text,
  check ((kind = 'stop') = (seq is null)),
  check (kind = 'stop' or product_id is not null),
  check ((kind = 'halt') = (end_seq is not null) and (kind = 'halt') = (open_ms is not null)),
  check ((kind = 'source') = (source is not null) and (kind = 'source') = (source_before is not null)),
  check ((kind = 'void') = (reason is not null))
);
create index public_events_of_month on public_events (month, id desc);
create unique index public_events_of_entry on public_events (product_id, seq, kind) where seq is not null;
create index public_events_open on public_events (product_id) where kind = 'stop' and to_ms is null;

-- Orders are stopped and taken again by these columns alone, whoever writes them.
create function tell_stop(p_product_id int, p_stopped boolean) returns void language plpgsql as $$
declare
  v_now bigint := service_now_ms();
begin
  if p_stopped then
    insert into public_events (month, kind, product_id, from_ms) values (month_of_ms(v_now), 'stop', p_product_id, v_now);
  else
    update public_events e set to_ms = greatest(v_now, e.from_ms)
    where e.kind = 'stop' and e.to_ms is null and e.product_id is not distinct from p_product_id;
  end if;
end
$$;

create function tell_trading_stop() returns trigger language plpgsql as $$
begin
  perform tell_stop(null, new.halted);
  return null;
end
$$;
create trigger trading_settings_told after update of halted on trading_settings for each row
  when (old.halted is distinct from new.halted) execute function tell_trading_stop();

create function tell_product_stop() returns trigger language plpgsql as $$
begin
  perform tell_stop(new.id, not new.enabled);
  return null;
end
$$;
create trigger products_told after update of enabled on products for each row
  when (old.enabled is distinct from new.enabled) execute function tell_product_stop();

-- Contracts by the month they were settled in. Of cancelled ones: what the house would have kept of those that would have
-- lost, what it would have paid to those that would have won, had nothing cancelled them; of those where the log cannot say,
-- how many there are, their stakes and what they could have won. Batches that run at once take different shards.
create table monthly_contracts (
  month int not null,
  book book_name not null,
  outcome text not null
    check (outcome in ('decided', 'equal', 'no-opening-price', 'price-gap', 'source-changed', 'void')),
  shard smallint not null,
  contracts bigint not null,
  stake_micros bigint not null,
  kept_micros bigint not null,
  paid_micros bigint not null,
  unknown_contracts bigint not null,
  unknown_stake_micros bigint not null,
  unknown_profit_micros bigint not null,
  primary key (month, book, outcome, shard)
) with (fillfactor = 50);

-- The cancelled ones again, by the entry of the log they are put down to (core/src/if-counted.ts).
create table cancelled_by_entry (
  product_id int not null,
  reason contract_cancel_reason not null,
  seq bigint not null,
  book book_name not null,
  contracts bigint not null,
  stake_micros bigint not null,
  kept_micros bigint not null,
  paid_micros bigint not null,
  unknown_contracts bigint not null,
  unknown_stake_micros bigint not null,
  unknown_profit_micros bigint not null,
  primary key (product_id, seq, reason, book)
) with (fillfactor = 70);

-- What was settled before this file: nobody measured then what cancelling meant.
insert into monthly_contracts
select month_of_ms(c.settled_at_ms), c.book, coalesce(c.cancel_reason, case c.result when 'equal' then 'equal' else 'decided' end),
  0, count(*), sum(c.stake_micros), 0, 0, count(c.cancel_reason),
  coalesce(sum(c.stake_micros) filter (where c.cancel_reason is not null), 0),
  coalesce(sum(c.win_profit_micros) filter (where c.cancel_reason is not null), 0)
from contracts c where c.settled_at_ms is not null
group by 1, 2, 3;

-- Settles a batch as settle_contracts does, and counts what it settled, in one transaction. `p_cause_seqs` of cancelled ones:
-- the entry they are put down to; `p_if_counted`: what they would have brought their users, null where the log cannot say.
create function settle_counted(
  p_ids bigint[], p_states text[], p_results text[], p_reasons text[], p_opening_prices bigint[], p_opening_times_ms bigint[],
  p_opening_seqs bigint[], p_closing_prices bigint[], p_closing_times_ms bigint[], p_profits bigint[], p_cause_seqs bigint[],
  p_if_counted bigint[]
) returns table (contract_id bigint, settled_at_ms bigint, notice_id bigint) language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_nestloop = off set enable_mergejoin = off set jit = off
as $$
#variable_conflict use_column
declare
  a_id bigint[]; a_at bigint[]; a_notice bigint[];
begin
  select array_agg(s.contract_id), array_agg(s.settled_at_ms), array_agg(s.notice_id) into a_id, a_at, a_notice
  from settle_contracts(p_ids, p_states, p_results, p_reasons, p_opening_prices, p_opening_times_ms, p_opening_seqs,
    p_closing_prices, p_closing_times_ms, p_profits) s;
  if a_id is null then
    return;
  end if;

  -- In one order, so that batches which share rows never wait for each other in a ring.
  insert into monthly_contracts as m
  select month_of_ms(a_at[1]), c.book,
    coalesce(c.cancel_reason, case c.result when 'equal' then 'equal' else 'decided' end) as outcome, a_id[1] / 500 % 16,
    count(*), sum(c.stake_micros), coalesce(sum(-u.if_counted) filter (where u.if_counted < 0), 0),
    coalesce(sum(u.if_counted) filter (where u.if_counted > 0), 0),
    count(*) filter (where c.state = 'cancelled' and u.if_counted is null),
    coalesce(sum(c.stake_micros) filter (where c.state = 'cancelled' and u.if_counted is null), 0),
    coalesce(sum(c.win_profit_micros) filter (where c.state = 'cancelled' and u.if_counted is null), 0)
  from contracts c join unnest(p_ids, p_if_counted) as u (id, if_counted) on u.id = c.id
  where c.id = any (a_id)
  group by c.book, outcome order by c.book, outcome
  on conflict (month, book, outcome, shard) do update set
    contracts = m.contracts + excluded.contracts,
    stake_micros = m.stake_micros + excluded.stake_micros,
    kept_micros = m.kept_micros + excluded.kept_micros,
    paid_micros = m.paid_micros + excluded.paid_micros,
    unknown_contracts = m.unknown_contracts + excluded.unknown_contracts,
    unknown_stake_micros = m.unknown_stake_micros + excluded.unknown_stake_micros,
    unknown_profit_micros = m.unknown_profit_micros + excluded.unknown_profit_micros;

  if 'cancelled' = any (p_states) then
    insert into cancelled_by_entry as e
    select c.product_id, c.cancel_reason, u.seq, c.book, count(*), sum(c.stake_micros),
      coalesce(sum(-u.if_counted) filter (where u.if_counted < 0), 0),
      coalesce(sum(u.if_counted) filter (where u.if_counted > 0), 0),
      count(*) filter (where u.if_counted is null),
      coalesce(sum(c.stake_micros) filter (where u.if_counted is null), 0),
      coalesce(sum(c.win_profit_micros) filter (where u.if_counted is null), 0)
    from contracts c join unnest(p_ids, p_cause_seqs, p_if_counted) as u (id, seq, if_counted) on u.id = c.id
    where c.id = any (a_id) and c.cancel_reason is not null and u.seq is not null
    group by c.product_id, c.cancel_reason, u.seq, c.book order by c.product_id, u.seq, c.cancel_reason, c.book
    on conflict (product_id, seq, reason, book) do update set
      contracts = e.contracts + excluded.contracts,
      stake_micros = e.stake_micros + excluded.stake_micros,
      kept_micros = e.kept_micros + excluded.kept_micros,
      paid_micros = e.paid_micros + excluded.paid_micros,
      unknown_contracts = e.unknown_contracts + excluded.unknown_contracts,
      unknown_stake_micros = e.unknown_stake_micros + excluded.unknown_stake_micros,
      unknown_profit_micros = e.unknown_profit_micros + excluded.unknown_profit_micros;
  end if;
  return query select * from unnest(a_id, a_at, a_notice);
end
$$;

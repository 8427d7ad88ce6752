-- Voids of a product for an interval: proposed by one administrator, confirmed by another, entered into the log by the
-- product's engine, stakes of losers returned (docs/trading-rules.md, Voids). Times are ms of the service clock.
create table voids (
  id bigint generated always as identity primary key,
  product_id int not null references products (id),
  -- Both ends are void.
  from_ms bigint not null,
  to_ms bigint not null,
  -- Shown to everybody, with the entry.
  reason text not null check (octet_length(reason) between 1 and 200),
  state text not null default 'proposed'
    check (state in ('proposed', 'withdrawn', 'refused', 'confirmed', 'entered', 'done')),
  -- One up with every step: who acts on an older one is told.
  version int not null default 1,
  proposed_by bigint not null,
  proposed_ms bigint not null,
  -- From then on nobody can confirm it.
  expires_ms bigint not null,
  decided_by bigint,
  decided_ms bigint,
  remark text check (length(remark) between 1 and 500),
  -- The entry, as it stands in the log.
  seq bigint,
  entry_ms bigint,
  contract_count int,
  house_effect_micros bigint,
  -- When no stake was left to be returned.
  returned_ms bigint,
  check (from_ms <= to_ms and to_ms < proposed_ms and proposed_ms < expires_ms),
  check ((state = 'proposed') = (decided_by is null) and (decided_by is null) = (decided_ms is null)),
  check (state <> 'withdrawn' or decided_by = proposed_by),
  check (state in ('proposed', 'withdrawn') or decided_by <> proposed_by),
  check (state not in ('confirmed', 'entered', 'done') or decided_ms < expires_ms),
  check ((state = 'refused') = (remark is not null)),
  check ((state in ('entered', 'done')) = (seq is not null)),
  check ((seq is null) = (entry_ms is null) and (seq is null) = (contract_count is null)
    and (seq is null) = (house_effect_micros is null)),
  -- Nobody can void the future.
  check (entry_ms > to_ms),
  check ((state = 'done') = (returned_ms is not null))
);
create index voids_at_work on voids (product_id, id) where state in ('confirmed', 'entered');
create index voids_in_log on voids (product_id, seq) where seq is not null;

-- Voids begin proposed, go these ways and no other, keep what was proposed, and never go away.
create function voids_step_guard() returns trigger language plpgsql as $$
declare
  v_kept text[] := array['state', 'version', 'decided_by', 'decided_ms', 'remark'];
begin
  if tg_op = 'INSERT' then
    if new.state <> 'proposed' or new.version <> 1 then
      raise exception 'a void begins proposed' using errcode = '55000';
    end if;
    return new;
  end if;
  if tg_op <> 'UPDATE' then
    raise exception 'voids keeps its rows' using errcode = '55000';
  end if;
  if old.state || '>' || new.state not in ('proposed>withdrawn', 'proposed>refused', 'proposed>confirmed',
    'confirmed>entered', 'entered>done') then
    raise exception 'a void cannot go %>%', old.state, new.state using errcode = '55000';
  end if;
  if new.version <> old.version + 1 then
    raise exception 'a void counts its steps' using errcode = '55000';
  end if;
  if old.state = 'confirmed' then
    v_kept := array['state', 'version', 'seq', 'entry_ms', 'contract_count', 'house_effect_micros'];
  elsif old.state = 'entered' then
    v_kept := array['state', 'version', 'returned_ms'];
  end if;
  if to_jsonb(new) - v_kept <> to_jsonb(old) - v_kept then
    raise exception 'a void keeps what was proposed' using errcode = '55000';
  end if;
  return new;
end
$$;
create trigger voids_steps before insert or update or delete on voids for each row execute function voids_step_guard();
create trigger voids_stay before truncate on voids for each statement execute function refuse_change();

-- As voidTouches of core/src/outcome.ts: the opening lies in the interval, or the closing shares a moment with it.
create function void_touches(
  p_from_ms bigint, p_to_ms bigint, p_entry_ms bigint, p_opening_ms bigint, p_expires_ms bigint, p_window_ms int
) returns boolean language sql immutable as $$
  select p_from_ms <= least(p_to_ms, p_entry_ms - 1) and (
    p_opening_ms between p_from_ms and least(p_to_ms, p_entry_ms - 1)
    or (p_from_ms <= p_expires_ms and p_expires_ms - p_window_ms <= least(p_to_ms, p_entry_ms - 1)))
$$;

-- Who lost, by the end of his contract: what a void can give back is found by state.
create index contracts_lost on contracts (product_id, expires_at_ms, id) where result = 'lost';

-- An outcome is final. Only a void in the public log may turn a loss it touches into a returned stake, and it alone.
create or replace function contracts_final_guard() returns trigger language plpgsql as $$
begin
  if old.result = 'lost' and new.state = 'cancelled' and new.cancel_reason = 'void'
    and new.settled_at_ms = old.settled_at_ms and new.opening_seq = old.opening_seq
    and new.opening_time_ms = old.opening_time_ms and new.opening_price = old.opening_price
    and exists (
      select 1 from voids v
      join public_events e on e.product_id = v.product_id and e.seq = v.seq and e.kind = 'void'
      where v.product_id = old.product_id and v.seq is not null and old.expires_at_ms < v.entry_ms
        and void_touches(v.from_ms, v.to_ms, v.entry_ms, old.opening_time_ms, old.expires_at_ms, old.window_ms)
    ) then
    return new;
  end if;
  raise exception 'contract % is settled', old.id using errcode = '55000';
end
$$;
drop trigger contracts_final on contracts;
create trigger contracts_final before update on contracts for each row
  when (old.state in ('completed', 'cancelled')) execute function contracts_final_guard();

-- The void's entry, in the transaction that appends it. Refused as the append itself is when it is entered already.
create function enter_void(p_id bigint, p_seq bigint, p_entry_ms bigint, p_contracts int, p_effect_micros bigint)
returns void language plpgsql as $$
begin
  update voids set state = 'entered', version = version + 1, seq = p_seq, entry_ms = p_entry_ms,
    contract_count = p_contracts, house_effect_micros = p_effect_micros
  where id = p_id and state = 'confirmed';
  if not found then
    raise exception 'market: fenced' using errcode = 'TS001';
  end if;
end
$$;

-- Gives the stakes of some contracts back that were lost and that a void touches: contract, transfers, balances, bills,
-- notices, outbox and the month's figures in one. Others of them are left as they are and not answered.
create function return_voided_stakes(p_void_id bigint, p_ids bigint[])
returns table (contract_id bigint, notice_id bigint) language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_nestloop = off set enable_mergejoin = off set jit = off
as $$
#variable_conflict use_column
declare
  v_now bigint := service_now_ms();
  v voids;
  a_id bigint[]; a_user bigint[]; a_book text[]; a_stake bigint[]; a_symbol text[]; a_data jsonb[]; a_notice bigint[];
  n int;
begin
  select t.* into strict v from voids t where t.id = p_void_id;
  -- Balances first, as settlement does.
  select array_agg(t.user_id), array_agg(t.book) into a_user, a_book
  from (select distinct c.user_id, c.book from contracts c where c.id = any (p_ids)) t;
  perform ledger_lock_balances(a_user, a_book);

  with returned as (
    update contracts c set state = 'cancelled', result = null, cancel_reason = 'void', profit_micros = 0,
      closing_price = null, closing_time_ms = null
    where c.id = any (p_ids) and c.product_id + 0 = v.product_id and c.result || '' = 'lost' and c.expires_at_ms + 0 < v.entry_ms
      and void_touches(v.from_ms, v.to_ms, v.entry_ms, c.opening_time_ms, c.expires_at_ms, c.window_ms)
    returning c.*
  )
  select array_agg(r.id), array_agg(r.user_id), array_agg(r.book), array_agg(r.stake_micros), array_agg(r.symbol),
    array_agg(jsonb_build_object('contractId', r.id::text, 'book', r.book, 'symbol', r.symbol, 'direction', r.direction,
      'result', 'cancelled', 'reason', 'void', 'stakeMicros', r.stake_micros::text, 'profitMicros', '0',
      'closingPrice', null, 'precision', r.precision, 'remark', v.reason))
  into a_id, a_user, a_book, a_stake, a_symbol, a_data
  from returned r;
  if a_id is null then
    return;
  end if;
  n := cardinality(a_id);

  perform ledger_post(v_now, a_book, array_fill('house'::text, array[n]), array_fill(null::bigint, array[n]),
    array_fill('available'::text, array[n]), a_user, a_stake, array_fill('void-return'::text, array[n]),
    array(select 'contract:' || u.id from unnest(a_id) with ordinality as u (id, ord) order by u.ord));
  -- Takes the bill of the loss back, as its reversal.
  insert into bills (user_id, book, type, status, amount_micros, symbol, remark, ref, created_ms, completed_ms)
  select u.user_id, u.book, 'loss', 'completed', u.stake, u.symbol, v.reason, 'contract:' || u.id, v_now, v_now
  from unnest(a_id, a_user, a_book, a_stake, a_symbol) as u (id, user_id, book, stake, symbol);
  a_notice := notifications_add(v_now, a_user, array_fill('trade'::text, array[n]),
    array_fill('stake-returned'::text, array[n]), array_fill('high'::text, array[n]), a_data);
  insert into outbox (topic, payload, created_ms, due_ms)
  values ('contracts.settled', jsonb_build_object('contractIds', to_jsonb(a_id)), v_now, v_now);

  -- In the month they were settled in they are cancelled ones now, no longer decided; in the order settlement takes.
  insert into monthly_contracts as m
  select month_of_ms(c.settled_at_ms), c.book, o.outcome, a_id[1] / 500 % 16, sum(o.sign), sum(o.sign * c.stake_micros),
    sum(case when o.sign > 0 then c.stake_micros else 0 end), 0, 0, 0, 0
  from contracts c, (values ('decided', -1), ('void', 1)) as o (outcome, sign)
  where c.id = any (a_id)
  group by 1, 2, 3 order by 1, 2, 3
  on conflict (month, book, outcome, shard) do update set
    contracts = m.contracts + excluded.contracts,
    stake_micros = m.stake_micros + excluded.stake_micros,
    kept_micros = m.kept_micros + excluded.kept_micros;
  insert into cancelled_by_entry as e
  select v.product_id, 'void', v.seq, c.book, count(*), sum(c.stake_micros), sum(c.stake_micros), 0, 0, 0, 0
  from contracts c where c.id = any (a_id)
  group by c.book order by c.book
  on conflict (product_id, seq, reason, book) do update set
    contracts = e.contracts + excluded.contracts,
    stake_micros = e.stake_micros + excluded.stake_micros,
    kept_micros = e.kept_micros + excluded.kept_micros;
  return query select u.id, u.notice from unnest(a_id, a_notice) as u (id, notice);
end
$$;

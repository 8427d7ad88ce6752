-- With a fast replay the newest price could seem to lie far ahead of the clock: between the time an order is accepted at and
-- the reading of prices the statement may be planned, tens of milliseconds that are seconds of the replay. The time that a
-- price is compared with is read with the prices now. The rest is as before.
create or replace function place_contracts(
  p_user_ids bigint[], p_client_order_ids text[], p_body_sha256 bytea[], p_books text[], p_product_ids int[],
  p_directions text[], p_durations int[], p_stakes bigint[], p_rule_versions int[], p_span_from_ms bigint[],
  p_span_to_ms bigint[], p_calendar_versions int[],
  p_clock_off boolean, p_halted boolean
) returns table (
  ord int, code text, replayed boolean, contract_id bigint, rule_id bigint, product_version int, source text,
  open_after_seq bigint, accepted_at_ms bigint, expires_at_ms bigint
) language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off
as $$
#variable_conflict use_column
declare
  s trading_settings;
  v_now bigint;
  v_live boolean;
  v_house_room bigint;
  v_product int;
  a_ord int[]; a_code text[]; a_replayed boolean[]; a_id bigint[]; a_rule bigint[]; a_version int[]; a_source text[];
  a_seq bigint[]; a_accepted bigint[]; a_expires bigint[]; a_user bigint[]; a_book text[]; a_stake bigint[];
begin
  select t.* into strict s from trading_settings t;
  v_live := s.funds_mode = 'live';
  perform ledger_lock_balances(p_user_ids, p_books);
  -- The real book's exposure is shared by all users: one acceptor a product at a time. In order, so that none wait in a ring.
  for v_product in
    select distinct u.product_id from unnest(p_books, p_product_ids) as u (book, product_id)
    where u.book = 'real' order by 1
  loop
    perform pg_advisory_xact_lock(7482913, v_product);
  end loop;
  if v_live and 'real' = any (p_books) then
    perform pg_advisory_xact_lock(7482914, 0);
    v_house_room := trading_house_room();
  end if;
  -- A halt or a limit that was committed while this batch waited for its locks counts.
  select t.* into strict s from trading_settings t;
  v_now := service_now_ms();

  -- Everything below sees what was committed before the locks were given.
  with o as (
    select * from unnest(
      p_user_ids, p_client_order_ids, p_body_sha256, p_books, p_product_ids, p_directions, p_durations, p_stakes,
      p_rule_versions, p_span_from_ms, p_span_to_ms, p_calendar_versions
    ) with ordinality as u (
      user_id, client_order_id, body_sha256, book, product_id, direction, duration_seconds, stake,
      rule_version, span_from, span_to, calendar_version, ord)
  ), facts as (
    select o.*, d.id as duplicate_id, d.body_sha256 as duplicate_body, blk.code as user_code, lb.code as live_code,
      h.product_id as head_product, h.symbol, h.precision, h.version as product_version, h.enabled,
      h.calendar_version as head_calendar_version, coalesce(h.source, h.product_source) as head_source, h.last_seq,
      h.last_tick_time_ms, h.last_tick_seq, coalesce(r.stale_ms, h.stale_ms) as stale_ms,
      t.accepted, t.accepted + o.duration_seconds * 1000::bigint as expires,
      (t.accepted + o.duration_seconds * 1000::bigint) / 60000 as expiry_minute,
      ar.enabled as rule_enabled, r.id as rule_id, r.version as offered_version, r.hash as rule_hash, r.payout_bps,
      r.stake_min_micros, r.stake_max_micros, r.window_ms, r.opening_delay_ms, r.open_timeout_ms, r.max_gap_ms,
      least(o.stake, r.stake_max_micros) * r.payout_bps / 10000 as win_profit,
      l.stake_max_micros as own_stake_max, l.daily_loss_micros, b.available_micros,
      b.in_position_micros
    from o
    left join lateral (
      select c.id, c.body_sha256 from contracts c
      where c.user_id::text || ':' || c.client_order_id = o.user_id::text || ':' || o.client_order_id limit 1
    ) d on true
    left join accounts_trading_block(p_user_ids) blk on blk.user_id = o.user_id
    left join trading_live_block(case when v_live then p_user_ids else '{}' end) lb
      on lb.user_id = o.user_id and o.book = 'real'
    left join market_heads(p_product_ids) h on h.product_id = o.product_id
    left join active_rules ar on ar.product_id = o.product_id and ar.duration_seconds = o.duration_seconds
    left join game_rules r on r.id = ar.rule_id
    left join lateral (select * from own_limits w where w.user_id = o.user_id and w.book = o.book limit 1) l on true
    left join lateral (select * from user_balances w where w.user_id = o.user_id and w.book = o.book limit 1) b on true
    cross join lateral (select greatest(v_now, coalesce(h.last_time_ms, 0)) as accepted) t
  ), limited as (
    select f.*, exposed.amount as exposed,
      case
        when f.duplicate_id is not null then
          case when f.duplicate_body = f.body_sha256 then 'REPLAYED' else 'IDEMPOTENCY_MISMATCH' end
        when f.user_code is not null then f.user_code
        when not (case f.book when 'demo' then s.demo_enabled else s.real_enabled end) then 'BOOK_DISABLED'
        when f.live_code is not null then f.live_code
        when s.halted or p_halted then 'TRADING_HALTED'
        when f.head_product is null then 'PRODUCT_NOT_FOUND'
        when not f.enabled then 'PRODUCT_DISABLED'
        when v_live and f.book = 'real' and f.head_source <> 'exchange' then 'PRODUCT_DISABLED'
        when f.calendar_version <> f.head_calendar_version then 'RETRY_ALONE'
        when f.accepted < f.span_from or f.expires > f.span_to then 'MARKET_CLOSED'
        -- A newest tick far ahead of the clock (which was set back) is no current price either: none follows it for long.
        when p_clock_off or f.last_tick_seq = 0
          or greatest(f.accepted - f.last_tick_time_ms, f.last_tick_time_ms - (select service_now_ms())) > f.stale_ms then 'PRICE_STALE'
        when f.rule_id is null or not f.rule_enabled then 'RULE_DISABLED'
        when f.rule_version <> f.offered_version then 'QUOTE_CHANGED'
        when f.stake < f.stake_min_micros then 'STAKE_TOO_SMALL'
        when f.stake > f.stake_max_micros then 'STAKE_TOO_LARGE'
        when f.stake > f.own_stake_max then 'OWN_LIMIT_REACHED'
        when f.daily_loss_micros is not null
          and f.stake - trading_day_result(f.user_id, f.book, v_now) > f.daily_loss_micros then 'OWN_LIMIT_REACHED'
      end as early_code
    from facts f
    left join lateral (
      select trading_exposure(f.direction, e.up_profit_micros, e.up_stake_micros, e.down_profit_micros, e.down_stake_micros)
        as amount
      from exposure_buckets e
      where f.book = 'real' and e.product_id = f.product_id and e.expiry_minute = f.expiry_minute
      limit 1
    ) exposed on true
  ), queued as (
    -- What the orders before this one in the batch take of the same room, as if all of them were accepted.
    select m.*,
      case when m.book = 'real' then coalesce(sum(m.win_profit) filter (where m.early_code is null) over (
        partition by m.book, m.product_id, m.expiry_minute, m.direction order by m.ord
        rows between unbounded preceding and 1 preceding), 0) else 0 end as before_side,
      case when m.book = 'real' then coalesce(sum(m.win_profit) filter (where m.early_code is null) over (
        partition by m.book order by m.ord rows between unbounded preceding and 1 preceding), 0) else 0 end as before_all
    from limited m
  ), coded as (
    select q.*, coalesce(q.early_code, case
      when coalesce(q.exposed, 0) + q.win_profit > s.exposure_limit_micros then 'EXPOSURE_LIMIT'
      -- A profit is at most its stake: within the limit there is nothing to add up.
      when q.book = 'demo' and coalesce(q.in_position_micros, 0) + q.stake > s.exposure_limit_micros
        and trading_demo_exposure(q.user_id, q.product_id, q.expiry_minute, q.direction) + q.win_profit
          > s.exposure_limit_micros then 'EXPOSURE_LIMIT'
      when coalesce(q.exposed, 0) + q.win_profit + q.before_side > s.exposure_limit_micros then 'RETRY_ALONE'
      when v_live and q.book = 'real' and q.win_profit > v_house_room then 'EXPOSURE_LIMIT'
      when v_live and q.book = 'real' and q.win_profit + q.before_all > v_house_room then 'RETRY_ALONE'
      when coalesce(q.available_micros, 0) < q.stake then 'INSUFFICIENT_BALANCE'
    end) as final_code
    from queued q
    order by q.ord
  ), decided as materialized (
    select c.*, case when c.final_code is null then nextval('contracts_id_seq')
      when c.final_code = 'REPLAYED' then c.duplicate_id end as contract_id
    from coded c
  ), batched as (
    insert into acceptance_batches (id, last_id, open_products)
    select min(contract_id), max(contract_id), array_agg(distinct product_id) from decided where final_code is null
    having count(*) > 0
    returning id
  ), added as (
    insert into contracts (
      id, user_id, client_order_id, body_sha256, batch_id, book, live, product_id, symbol, "precision", product_version,
      calendar_version, source, direction, stake_micros, win_profit_micros, rule_id, rule_version, rule_hash,
      duration_seconds, payout_bps, window_ms, opening_delay_ms, open_timeout_ms, max_gap_ms, open_after_seq, accepted_at_ms,
      expires_at_ms)
    select contract_id, user_id, client_order_id, body_sha256, (select id from batched), book, v_live and book = 'real',
      product_id, symbol, "precision", product_version, calendar_version, head_source, direction, stake, win_profit,
      rule_id, rule_version, rule_hash, duration_seconds, payout_bps, window_ms, opening_delay_ms, open_timeout_ms,
      max_gap_ms, last_seq, accepted, expires
    from decided where final_code is null
  ), exposed as (
    insert into exposure_buckets as e
      (product_id, expiry_minute, up_profit_micros, up_stake_micros, down_profit_micros, down_stake_micros)
    select product_id, expiry_minute, coalesce(sum(win_profit) filter (where direction = 'up'), 0),
      coalesce(sum(stake) filter (where direction = 'up'), 0), coalesce(sum(win_profit) filter (where direction = 'down'), 0),
      coalesce(sum(stake) filter (where direction = 'down'), 0)
    from decided where final_code is null and book = 'real'
    group by product_id, expiry_minute order by product_id, expiry_minute
    on conflict (product_id, expiry_minute) do update set
      up_profit_micros = e.up_profit_micros + excluded.up_profit_micros,
      up_stake_micros = e.up_stake_micros + excluded.up_stake_micros,
      down_profit_micros = e.down_profit_micros + excluded.down_profit_micros,
      down_stake_micros = e.down_stake_micros + excluded.down_stake_micros
  )
  select array_agg(f.ord), array_agg(nullif(f.final_code, 'REPLAYED')), array_agg(f.final_code is not distinct from 'REPLAYED'),
    array_agg(f.contract_id), array_agg(f.rule_id), array_agg(f.product_version),
    array_agg(f.head_source), array_agg(f.last_seq), array_agg(f.accepted), array_agg(f.expires),
    array_agg(f.user_id), array_agg(f.book), array_agg(f.stake)
  into a_ord, a_code, a_replayed, a_id, a_rule, a_version, a_source, a_seq, a_accepted, a_expires, a_user, a_book,
    a_stake
  from decided f;

  perform ledger_hold_stakes(v_now, array_agg(u.user_id), array_agg(u.book), array_agg(u.stake), array_agg(u.id))
  from unnest(a_user, a_book, a_stake, a_id, a_code, a_replayed) as u (user_id, book, stake, id, code, replayed)
  where u.code is null and not u.replayed
  having count(*) > 0;

  return query
  select * from unnest(a_ord, a_code, a_replayed, a_id, a_rule, a_version, a_source, a_seq, a_accepted, a_expires);
end
$$;

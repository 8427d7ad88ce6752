-- Products, the public price log of each, its candles, and the days of the simulated feed.
-- Times are ms of the service clock; prices are integers of the product's precision; volumes are micro-USDT.

create table products (
  id int generated always as identity primary key,
  symbol text not null unique check (symbol ~ '^[A-Z0-9]{2,20}$'),
  base text not null,
  quote text not null,
  name text not null,
  category text not null check (category in ('crypto', 'forex')),
  -- Decimals of its prices. A change of precision, source or calendar is a new version.
  precision smallint not null check (precision between 0 and 12),
  version int not null default 1 check (version >= 1),
  source text not null default 'simulated' check (source in ('simulated', 'replay', 'exchange')),
  -- Trading hours as core/calendar.ts reads them; null: always open.
  calendar jsonb,
  calendar_version int not null default 1 check (calendar_version >= 1),
  -- Newest tick older than this: the price is stale and takes no orders.
  stale_ms int not null check (stale_ms > 0),
  -- A price further than this from the last one (basis points) is rejected as an outlier.
  outlier_bps int not null check (outlier_bps > 0),
  enabled boolean not null default true,
  sort int not null default 0
);

-- One owning engine a product: whoever appends must hold the current epoch.
-- Expiry is by the database's own clock, not the service clock: a replay at 100x must not shorten it.
create table product_leases (
  product_id int primary key references products (id),
  owner text not null,
  epoch bigint not null check (epoch >= 0),
  expires_db_ms bigint not null
) with (fillfactor = 50);

create table log_heads (
  product_id int primary key references products (id),
  epoch bigint not null default 0,
  last_seq bigint not null default 0 check (last_seq >= 0),
  last_time_ms bigint not null default 0,
  last_tick_seq bigint not null default 0,
  last_tick_time_ms bigint not null default 0,
  last_tick_price bigint,
  last_trade_id bigint not null default -1,
  watermark_ms bigint not null default 0,
  hash bytea not null check (length(hash) = 32),
  source text,
  -- The newest change of source lies at or after this seq (in the same flush): a contract accepted before it must look.
  last_source_seq bigint not null default 0,
  -- Highest seq that is in log_blocks; later ones are in log_tail.
  blocked_seq bigint not null default 0,
  -- The newest block, and the hash of its header: what the next one has to follow. Zeros: none yet.
  block_number int not null default 0,
  block_hash bytea not null default decode(repeat('00', 32), 'hex') check (length(block_hash) = 32),
  -- Product version in the leaves of the tail.
  product_version int not null default 1
) with (fillfactor = 20);

-- The newest seconds: one row a flush with the entries of every product that had any.
create table log_tail (
  id bigint generated always as identity primary key,
  product_ids int[] not null,
  first_seqs bigint[] not null,
  last_seqs bigint[] not null,
  last_time_ms bigint not null,
  chunks bytea[] not null
);

-- Packed, one row a product and block, with its header as docs/proof.md has it. Never rewritten. Wide columns first: no padding.
create table log_blocks (
  first_seq bigint not null,
  last_seq bigint not null,
  last_time_ms bigint not null,
  sealed_ms bigint not null,
  last_source_seq bigint not null,
  last_void_seq bigint not null,
  product_id int not null,
  number int not null check (number >= 1),
  product_version int not null,
  site_key smallint not null,
  root bytea not null check (length(root) = 32),
  -- Hash of the header before.
  previous bytea not null check (length(previous) = 32),
  -- After the last entry.
  running_hash bytea not null check (length(running_hash) = 32),
  signature bytea not null check (length(signature) = 64),
  packed bytea not null,
  primary key (product_id, last_seq),
  check (last_seq >= first_seq)
);
create unique index log_blocks_by_number on log_blocks (product_id, number);
create index log_blocks_by_time on log_blocks (product_id, last_time_ms, last_seq);
create trigger log_blocks_stay before update or truncate on log_blocks
  for each statement execute function refuse_change();
alter table log_blocks alter column packed set storage external;

-- period: 0 1m, 1 5m, 2 15m, 3 30m, 4 1h, 5 4h, 6 1d, 7 1w.
-- origin 't' built from ticks, 'g' generated or imported history. A period that has both (the join) has two rows.
create table candles (
  product_id int not null,
  period smallint not null check (period between 0 and 7),
  open_time_ms bigint not null,
  origin text not null check (origin in ('t', 'g')),
  open bigint not null,
  high bigint not null,
  low bigint not null,
  close bigint not null,
  volume_micros bigint not null,
  primary key (product_id, period, open_time_ms, origin),
  check (low <= open and low <= close and high >= open and high >= close)
);

-- How far the log is contained in the stored candles, and how far back history has been made.
create table candle_progress (
  product_id int primary key,
  through_seq bigint not null default 0,
  history_done boolean not null default false
) with (fillfactor = 50);

-- A day of the simulated feed. The commitment binds all of the row and the seed, before the day; the start is told when
-- the day has begun (it is the price at which the day before ends), the seed when it is over.
create table sim_days (
  product_id int not null,
  -- Days since 1970-01-01 UTC.
  day int not null,
  "precision" smallint not null,
  -- State of the path at 00:00 UTC, and what makes this product's path (core/src/simulated-path.ts).
  start_mantissa bigint not null,
  start_shift smallint not null,
  start_volatility int not null,
  annual_volatility_bps int not null,
  daily_volume_usdt bigint not null,
  rhythm int[] not null check (cardinality(rhythm) = 24),
  commitment bytea not null check (length(commitment) = 32),
  committed_ms bigint not null,
  -- 'configured': by FEED_SEED, so that whoever set it knows every price in advance.
  master_seed text not null check (master_seed in ('random', 'configured')),
  seed bytea check (length(seed) = 32),
  primary key (product_id, day)
);
create index sim_days_untold on sim_days (day) where seed is null;

-- Orders accepted in one transaction. Their root stands as an entry in the log of each product of theirs; it follows from
-- the contracts, as do their number and the moment of acceptance.
create table acceptance_batches (
  -- Id of the first contract; that of the last one. Contracts of other batches may lie between the two.
  id bigint primary key,
  last_id bigint not null check (last_id >= id),
  -- Products whose log does not hold the root yet; those whose log does, each with the number of the entry.
  open_products int[] not null,
  product_ids int[] not null default '{}',
  seqs bigint[] not null default '{}',
  -- Kept with the first entry: a key may be gone when the root has to be shown again.
  key_id text,
  signature bytea check (length(signature) = 64),
  check (cardinality(product_ids) = cardinality(seqs)),
  check ((product_ids = '{}') = (key_id is null) and (key_id is null) = (signature is null))
) with (fillfactor = 70);
create index acceptance_batches_open on acceptance_batches (id) where open_products <> '{}';

-- Facts about the heads of some products, for a transaction that accepts orders.
create function market_heads(product_ids int[])
returns table (
  product_id int, symbol text, category text, "precision" smallint, version int, enabled boolean,
  product_source text, source text, calendar jsonb, calendar_version int, stale_ms int,
  epoch bigint, last_seq bigint, last_time_ms bigint, watermark_ms bigint,
  last_tick_seq bigint, last_tick_time_ms bigint, last_tick_price bigint
)
language sql stable as $$
  select p.id, p.symbol, p.category, p.precision, p.version, p.enabled,
         p.source, h.source, p.calendar, p.calendar_version, p.stale_ms,
         h.epoch, h.last_seq, h.last_time_ms, h.watermark_ms,
         h.last_tick_seq, h.last_tick_time_ms, h.last_tick_price
  from products p join log_heads h on h.product_id = p.id
  where p.id = any (market_heads.product_ids)
$$;

-- What is known of a batch, for whoever shows its root.
create function acceptance_batch(batch_id bigint)
returns table (id bigint, last_id bigint, product_ids int[], seqs bigint[], key_id text, signature bytea)
language sql stable as $$
  select b.id, b.last_id, b.product_ids, b.seqs, b.key_id, b.signature
  from acceptance_batches b where b.id = acceptance_batch.batch_id
$$;

-- Appends one flush: all products or none. A caller whose epoch is no longer current, or who does not continue
-- exactly where the head stands, is refused ('fenced'), so that no seq is ever given twice. The same holds for one who
-- enters the root of a batch that is entered already, or is none. `batch_*`: the roots among the entries, each of them once.
-- Answers the batches whose root is still missing in the log of one of these products.
create function market_append(
  ids int[], epochs bigint[], firsts bigint[], lasts bigint[], times bigint[], watermarks bigint[],
  tick_seqs bigint[], tick_times bigint[], tick_prices bigint[], trade_ids bigint[],
  hashes bytea[], sources text[], packed bytea[],
  batch_ids bigint[], batch_products int[], batch_seqs bigint[], batch_keys text[], batch_signatures bytea[]
) returns bigint[]
language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off
as $$
declare
  changed int;
begin
  update log_heads h set
    last_seq = u.last_seq,
    last_time_ms = u.time_ms,
    watermark_ms = greatest(h.watermark_ms, u.watermark_ms),
    last_tick_seq = u.tick_seq,
    last_tick_time_ms = u.tick_time_ms,
    last_tick_price = u.tick_price,
    last_trade_id = u.trade_id,
    hash = u.hash,
    last_source_seq = case when h.source is distinct from u.source then u.first_seq else h.last_source_seq end,
    source = u.source
  from unnest(ids, epochs, firsts, lasts, times, watermarks, tick_seqs, tick_times, tick_prices, trade_ids, hashes, sources)
    as u(product_id, epoch, first_seq, last_seq, time_ms, watermark_ms, tick_seq, tick_time_ms, tick_price, trade_id, hash, source)
  where h.product_id = u.product_id and h.epoch = u.epoch and h.last_seq = u.first_seq - 1 and u.time_ms >= h.last_time_ms;
  get diagnostics changed = row_count;
  if changed <> cardinality(ids) then
    raise exception 'market: fenced' using errcode = 'TS001';
  end if;
  insert into log_tail (product_ids, first_seqs, last_seqs, last_time_ms, chunks)
  values (ids, firsts, lasts, (select max(t) from unnest(times) t), packed);
  if cardinality(batch_ids) > 0 then
    -- In order: engines of different products may enter the same batches at once.
    perform b.id from acceptance_batches b where b.id = any (batch_ids) order by b.id for update;
    update acceptance_batches b set
      open_products = array(select p from unnest(b.open_products) p where p <> all (e.products)),
      product_ids = b.product_ids || e.products,
      seqs = b.seqs || e.seqs,
      key_id = coalesce(b.key_id, e.key_id),
      signature = coalesce(b.signature, e.signature)
    from (
      select u.id, array_agg(u.product) as products, array_agg(u.seq) as seqs, (array_agg(u.key_id))[1] as key_id,
        (array_agg(u.signature))[1] as signature
      from unnest(batch_ids, batch_products, batch_seqs, batch_keys, batch_signatures) as u (id, product, seq, key_id, signature)
      group by u.id
    ) e
    where b.id = any (batch_ids) and b.id = e.id and b.open_products @> e.products;
    get diagnostics changed = row_count;
    if changed <> (select count(distinct i) from unnest(batch_ids) i) then
      raise exception 'market: fenced' using errcode = 'TS001';
    end if;
  end if;
  return array(
    select b.id from acceptance_batches b where b.open_products <> '{}' and b.open_products && ids);
end
$$;

-- Takes or renews the leases of the products that are free, expired, or already owned by `new_owner`.
-- `force`: the database itself is held by one process alone, so a former owner cannot be alive.
create function market_take_leases(new_owner text, lease_ms int, force boolean)
returns table (product_id int, epoch bigint)
language plpgsql as $$
#variable_conflict use_column
declare
  now_ms bigint := (extract(epoch from clock_timestamp()) * 1000)::bigint;
begin
  insert into product_leases (product_id, owner, epoch, expires_db_ms)
  select p.id, '', 0, 0 from products p
  on conflict do nothing;

  update product_leases l set owner = new_owner, epoch = l.epoch + 1, expires_db_ms = now_ms + lease_ms
  where l.owner <> new_owner and (force or l.expires_db_ms < now_ms);
  update product_leases l set expires_db_ms = now_ms + lease_ms where l.owner = new_owner;

  update log_heads h set epoch = l.epoch
  from product_leases l
  where l.product_id = h.product_id and l.owner = new_owner and h.epoch <> l.epoch;

  return query select l.product_id, l.epoch from product_leases l where l.owner = new_owner order by l.product_id;
end
$$;

-- How far each category's recordings are moved in time (service time - recorded time): chosen when a replay begins.
create table replay_shifts (
  category text primary key check (category in ('crypto', 'forex')),
  shift_ms bigint not null
);

-- The double-entry ledger: balances, immutable transfers, bills and money requests.
-- Every movement is one row of `transfers` that lowers one account and raises another by the same amount,
-- so per book the sum over all accounts is zero at any moment. Amounts are micro-USDT.

-- Simple rules of columns are domains: a connection keeps them, while a table's checks are read anew by every statement
-- (they cost the hot calls more than the rows they write).
create domain book_name as text check (value in ('demo', 'real'));
create domain account_name as text
  check (value in ('house', 'capital', 'deposits', 'withdrawals', 'fees', 'adjustments', 'demo_issue'));
create domain bill_type as text check (value in ('deposit', 'withdraw', 'profit', 'loss', 'fee', 'transfer'));
create domain bill_status as text check (value in ('processing', 'completed', 'rejected', 'failed', 'pending'));
create domain positive_micros as bigint check (value > 0);
create domain not_negative_micros as bigint check (value >= 0);

-- User accounts. The checks are the guard: a statement that would overdraw an account fails as a whole.
create table user_balances (
  user_id bigint not null,
  book book_name not null,
  available_micros bigint not null default 0,
  in_position_micros bigint not null default 0,
  frozen_micros bigint not null default 0,
  -- One up with every change: lets a reader tell the newer of two answers.
  version bigint not null default 0,
  primary key (user_id, book),
  check (least(available_micros, in_position_micros, frozen_micros) >= 0)
) with (fillfactor = 70);

-- System accounts may be negative (fees not). Sharded, so that no two writers need the same row: the balance of an
-- account is the sum over its shards.
create table system_balances (
  book book_name not null,
  account account_name not null,
  shard smallint not null check (shard between 0 and 15),
  balance_micros bigint not null default 0 check (account <> 'fees' or balance_micros >= 0),
  primary key (book, account, shard)
) with (fillfactor = 50);

-- `debit` is lowered, `credit` raised. A user's accounts carry the user's id, system accounts none.
create table transfers (
  id bigint generated always as identity primary key,
  book book_name not null,
  debit text not null,
  debit_user_id bigint,
  credit text not null,
  credit_user_id bigint,
  amount_micros positive_micros not null,
  kind text not null,
  -- What it was made for, such as `contract:17`.
  ref text not null,
  created_ms bigint not null,
  check ((debit in ('available', 'in_position', 'frozen')) = (debit_user_id is not null)),
  check ((credit in ('available', 'in_position', 'frozen')) = (credit_user_id is not null))
);
create trigger transfers_immutable before update or delete or truncate on transfers
  for each statement execute function refuse_change();

-- What a user is shown of his money: deposits, withdrawals, results of contracts, fees, transfers.
create table bills (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  book book_name not null,
  type bill_type not null,
  status bill_status not null,
  -- Signed: what it added to or took from the user's total.
  amount_micros bigint not null,
  symbol text,
  method text,
  remark text,
  ref text not null,
  created_ms bigint not null,
  completed_ms bigint
);
create index bills_of_user on bills (user_id, book, created_ms desc, id desc);

-- A request that moves money carries an id of the caller; the same id never moves it twice.
create table money_requests (
  user_id bigint not null,
  request_id text not null check (length(request_id) between 8 and 64),
  kind text not null,
  body_sha256 bytea not null,
  created_ms bigint not null,
  primary key (user_id, request_id)
);

-- 'fresh': the caller goes on, in this transaction · 'repeated': done before with the same body · 'mismatch'.
-- A second caller with the same id waits here until the first transaction has ended.
create function ledger_claim_request(p_user_id bigint, p_request_id text, p_kind text, p_body bytea, p_now_ms bigint)
returns text language plpgsql as $$
declare
  v_same boolean;
begin
  insert into money_requests (user_id, request_id, kind, body_sha256, created_ms)
  values (p_user_id, p_request_id, p_kind, p_body, p_now_ms)
  on conflict do nothing;
  if found then
    return 'fresh';
  end if;
  select r.kind = p_kind and r.body_sha256 = p_body into v_same
  from money_requests r where r.user_id = p_user_id and r.request_id = p_request_id;
  return case when v_same then 'repeated' else 'mismatch' end;
end
$$;

-- The hot calls plan once for a connection, on tables that may be nearly empty then. They take rows of growing tables by
-- `= any (…)` and hash the rest, and have nothing else to choose: the plan is the same for ten rows and ten million.
-- Only the outermost call sets this; those it calls plan under its settings (each setting costs on every return).

-- Locks balances in the one order every writer uses (user, book), so that two writers never wait for each other in a ring.
create function ledger_lock_balances(p_user_ids bigint[], p_books text[]) returns void language plpgsql
as $$
begin
  perform 1
  from user_balances b where b.user_id = any (p_user_ids) and b.book = any (p_books)
  order by b.user_id, b.book
  for update of b;
end
$$;

-- The one way money moves: writes the transfers and changes the balances beside them. Zero amounts are left out.
-- Raises 23514 (check) when a user's account or fees would go below zero, 23503 when a user has no balances.
create function ledger_post(
  p_now_ms bigint, p_books text[], p_debits text[], p_debit_users bigint[], p_credits text[], p_credit_users bigint[],
  p_amounts bigint[], p_kinds text[], p_refs text[]
) returns void language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_nestloop = off set enable_mergejoin = off set jit = off
as $$
declare
  v_users bigint[];
  v_books text[];
  v_found bigint;
begin
  select array_agg(t.user_id), array_agg(t.book) into v_users, v_books
  from (
    select distinct s.user_id, u.book
    from unnest(p_books, p_debit_users, p_credit_users) as u (book, debit_user, credit_user),
      lateral (values (u.debit_user), (u.credit_user)) as s (user_id)
    where s.user_id is not null
  ) t;
  perform ledger_lock_balances(v_users, v_books);

  insert into transfers (book, debit, debit_user_id, credit, credit_user_id, amount_micros, kind, ref, created_ms)
  select u.book, u.debit, u.debit_user, u.credit, u.credit_user, u.amount, u.kind, u.ref, p_now_ms
  from unnest(p_books, p_debits, p_debit_users, p_credits, p_credit_users, p_amounts, p_kinds, p_refs)
    as u (book, debit, debit_user, credit, credit_user, amount, kind, ref)
  where u.amount <> 0;

  with moves as (
    select u.book, u.debit as account, u.debit_user as user_id, -u.amount as delta
    from unnest(p_books, p_debits, p_debit_users, p_amounts) as u (book, debit, debit_user, amount)
    union all
    select u.book, u.credit, u.credit_user, u.amount
    from unnest(p_books, p_credits, p_credit_users, p_amounts) as u (book, credit, credit_user, amount)
  ), per_user as (
    select m.user_id, m.book,
      coalesce(sum(m.delta) filter (where m.account = 'available'), 0)::bigint as available,
      coalesce(sum(m.delta) filter (where m.account = 'in_position'), 0)::bigint as in_position,
      coalesce(sum(m.delta) filter (where m.account = 'frozen'), 0)::bigint as frozen
    from moves m where m.user_id is not null group by m.user_id, m.book
  )
  update user_balances b
  set available_micros = b.available_micros + p.available,
    in_position_micros = b.in_position_micros + p.in_position,
    frozen_micros = b.frozen_micros + p.frozen,
    version = b.version + 1
  from per_user p where b.user_id = any (v_users) and b.user_id = p.user_id and b.book = p.book;
  get diagnostics v_found = row_count;
  if v_found <> coalesce(cardinality(v_users), 0) then
    raise exception 'a user of this posting has no balances' using errcode = '23503';
  end if;

  -- The shard follows the user, so that what is taken back comes from the shard it went to.
  insert into system_balances as s (book, account, shard, balance_micros)
  select m.book, m.account, m.shard, sum(m.delta)::bigint
  from (
    select u.book, u.debit as account, (coalesce(u.credit_user, 0) % 16)::smallint as shard, -u.amount as delta
    from unnest(p_books, p_debits, p_credit_users, p_amounts, p_debit_users)
      as u (book, debit, credit_user, amount, debit_user) where u.debit_user is null
    union all
    select u.book, u.credit, (coalesce(u.debit_user, 0) % 16)::smallint, u.amount
    from unnest(p_books, p_credits, p_debit_users, p_amounts, p_credit_users)
      as u (book, credit, debit_user, amount, credit_user) where u.credit_user is null
  ) m
  group by m.book, m.account, m.shard
  having sum(m.delta) <> 0
  order by m.book, m.account, m.shard
  on conflict (book, account, shard) do update set balance_micros = s.balance_micros + excluded.balance_micros;
end
$$;

-- Opens both books of a user and issues the practice funds. Doing it again changes nothing.
create function ledger_open_user(p_user_id bigint, p_demo_micros bigint, p_now_ms bigint) returns void
language plpgsql as $$
declare
  v_opened bigint;
begin
  insert into user_balances (user_id, book) values (p_user_id, 'demo'), (p_user_id, 'real') on conflict do nothing;
  get diagnostics v_opened = row_count;
  if v_opened = 2 and p_demo_micros > 0 then
    perform ledger_post(p_now_ms, array['demo'], array['demo_issue'], array[null]::bigint[], array['available'],
      array[p_user_id], array[p_demo_micros], array['demo-issue'], array['user:' || p_user_id]);
  end if;
end
$$;

-- Stakes of accepted contracts: available → in position, one transfer each. One row per user and book at most.
-- The balances are locked and known to cover it; the checks hold if they are not.
create function ledger_hold_stakes(
  p_now_ms bigint, p_user_ids bigint[], p_books text[], p_amounts bigint[], p_contract_ids bigint[]
) returns void language plpgsql
as $$
begin
  update user_balances b
  set available_micros = b.available_micros - u.amount,
    in_position_micros = b.in_position_micros + u.amount,
    version = b.version + 1
  from unnest(p_user_ids, p_books, p_amounts) as u (user_id, book, amount)
  where b.user_id = any (p_user_ids) and b.user_id = u.user_id and b.book = u.book;

  insert into transfers (book, debit, debit_user_id, credit, credit_user_id, amount_micros, kind, ref, created_ms)
  select u.book, 'available', u.user_id, 'in_position', u.user_id, u.amount, 'stake', 'contract:' || u.contract_id, p_now_ms
  from unnest(p_user_ids, p_books, p_amounts, p_contract_ids) as u (user_id, book, amount, contract_id);
end
$$;

-- Results of contracts: won = stake back and profit from the house; lost = stake to the house; else the stake back.
-- Writes the bills of profits and losses. Any number of rows per user. `p_profits`: signed result, 0 gives the stake back.
create function ledger_settle_stakes(
  p_now_ms bigint, p_shard smallint, p_user_ids bigint[], p_books text[], p_stakes bigint[], p_profits bigint[],
  p_contract_ids bigint[], p_symbols text[]
) returns void language plpgsql
as $$
declare
  v_wrong bigint;
begin
  select count(*) into v_wrong from unnest(p_stakes, p_profits) as u (stake, profit)
  where u.profit < 0 and u.profit <> -u.stake;
  if v_wrong > 0 then
    raise exception 'a loss is always the whole stake' using errcode = '23514';
  end if;

  insert into transfers (book, debit, debit_user_id, credit, credit_user_id, amount_micros, kind, ref, created_ms)
  select u.book, 'in_position', u.user_id, case when u.profit < 0 then 'house' else 'available' end,
    case when u.profit < 0 then null else u.user_id end, u.stake,
    case when u.profit < 0 then 'loss' else 'stake-return' end, 'contract:' || u.contract_id, p_now_ms
  from unnest(p_user_ids, p_books, p_stakes, p_profits, p_contract_ids) as u (user_id, book, stake, profit, contract_id)
  union all
  select u.book, 'house', null, 'available', u.user_id, u.profit, 'profit', 'contract:' || u.contract_id, p_now_ms
  from unnest(p_user_ids, p_books, p_profits, p_contract_ids) as u (user_id, book, profit, contract_id)
  where u.profit > 0;

  update user_balances b
  set available_micros = b.available_micros + t.back,
    in_position_micros = b.in_position_micros - t.stake,
    version = b.version + 1
  from (
    select u.user_id, u.book, sum(u.stake)::bigint as stake, sum(u.stake + u.profit)::bigint as back
    from unnest(p_user_ids, p_books, p_stakes, p_profits) as u (user_id, book, stake, profit)
    group by u.user_id, u.book
  ) t
  where b.user_id = any (p_user_ids) and b.user_id = t.user_id and b.book = t.book;

  insert into system_balances as s (book, account, shard, balance_micros)
  select u.book, 'house', p_shard, -sum(u.profit)::bigint
  from unnest(p_books, p_profits) as u (book, profit)
  group by u.book order by u.book
  on conflict (book, account, shard) do update set balance_micros = s.balance_micros + excluded.balance_micros;

  insert into bills (user_id, book, type, status, amount_micros, symbol, ref, created_ms, completed_ms)
  select u.user_id, u.book, case when u.profit > 0 then 'profit' else 'loss' end, 'completed', u.profit, u.symbol,
    'contract:' || u.contract_id, p_now_ms, p_now_ms
  from unnest(p_user_ids, p_books, p_profits, p_contract_ids, p_symbols) as u (user_id, book, profit, contract_id, symbol)
  where u.profit <> 0;
end
$$;

-- What the house can pay in a book: its capital and what it has won so far.
create function ledger_house_funds(p_book text) returns bigint language sql stable as $$
  select coalesce(sum(s.balance_micros), 0)::bigint from system_balances s
  where s.book = p_book and s.account in ('house', 'capital')
$$;

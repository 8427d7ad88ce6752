-- Money that comes and goes: methods, deposits, withdrawals, transfers between users. Amounts are micro-USDT, times ms of
-- the service clock. All of it is of the real book. What a step moves is in `transfers` and `bills`, by the same transaction.

create domain funds_state as text check (value in ('pending', 'processing', 'completed', 'rejected', 'failed'));
create domain wallet_network as text check (value in ('eth', 'tron'));

-- Every version of limits and fees that ever was; the newest counts. Never changed.
create table funds_rules (
  version int generated always as identity primary key,
  deposit_min_micros positive_micros not null,
  deposit_max_micros positive_micros not null,
  withdrawal_min_micros positive_micros not null,
  withdrawal_max_micros positive_micros not null,
  wallet_fee_micros not_negative_micros not null,
  bank_fee_bps int not null check (bank_fee_bps between 0 and 10000),
  bank_fee_min_micros not_negative_micros not null,
  transfer_min_micros positive_micros not null,
  transfer_max_micros positive_micros not null,
  second_admin_above_micros not_negative_micros not null,
  created_ms bigint not null,
  -- SHA-256 of the content as JSON text, see hash_funds_rules.
  hash bytea not null check (length(hash) = 32),
  check (deposit_min_micros <= deposit_max_micros),
  check (withdrawal_min_micros <= withdrawal_max_micros),
  check (transfer_min_micros <= transfer_max_micros)
);

create function hash_funds_rules() returns trigger language plpgsql as $$
begin
  new.hash := sha256(convert_to((to_jsonb(new) - 'hash' - 'created_ms')::text, 'UTF8'));
  return new;
end
$$;
create trigger funds_rules_hash before insert on funds_rules for each row execute function hash_funds_rules();
create trigger funds_rules_frozen before update or delete or truncate on funds_rules
  for each statement execute function refuse_change();

insert into funds_rules (deposit_min_micros, deposit_max_micros, withdrawal_min_micros, withdrawal_max_micros,
  wallet_fee_micros, bank_fee_bps, bank_fee_min_micros, transfer_min_micros, transfer_max_micros,
  second_admin_above_micros, created_ms)
values (10000000, 100000000000, 10000000, 50000000000, 1000000, 50, 1000000, 1000000, 50000000000, 5000000000,
  service_now_ms());

-- Where users send money to: shown to all of them. `is_test` ones are nobody's, and never offered live.
create table deposit_methods (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('bank', 'wallet')),
  -- In the operator's words; null: named by its kind and network, in the reader's language.
  name text check (length(name) between 1 and 60),
  network wallet_network,
  address text,
  account_name text,
  account_number text,
  bank_name text,
  instructions text not null default '' check (length(instructions) <= 2000),
  is_test boolean not null,
  enabled boolean not null default true,
  sort int not null default 0,
  created_ms bigint not null,
  check ((kind = 'wallet') = (network is not null and address is not null)),
  check ((kind = 'bank') = (account_name is not null and account_number is not null and bank_name is not null))
);

-- Addresses a user saved to have his withdrawals paid to, in their one spelling.
create table withdrawal_addresses (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  network wallet_network not null,
  address text not null,
  label text not null check (length(label) between 1 and 40),
  is_default boolean not null,
  created_ms bigint not null,
  unique (user_id, network, address)
);
create unique index withdrawal_addresses_default on withdrawal_addresses (user_id) where is_default;

create table deposits (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  -- The caller's own: the same one never makes a second deposit.
  request_id text not null,
  method_id bigint not null references deposit_methods (id),
  amount_micros positive_micros not null,
  -- Sealed: account name, account number and bank of the payer.
  payer text not null,
  state funds_state not null default 'pending',
  -- One up with every step: who acts on an older one is told.
  version int not null default 1,
  reviewer_id bigint,
  -- What the reviewer confirmed, which may be another amount than was told.
  credited_micros positive_micros,
  remark text check (length(remark) <= 500),
  created_ms bigint not null,
  updated_ms bigint not null,
  ended_ms bigint,
  unique (user_id, request_id),
  check ((state = 'completed') = (credited_micros is not null)),
  check ((state in ('completed', 'rejected', 'failed')) = (ended_ms is not null)),
  check (state not in ('processing', 'completed', 'rejected') or reviewer_id is not null),
  check (state <> 'rejected' or length(remark) > 0)
);
create index deposits_of_user on deposits (user_id, id desc);
create index deposits_open on deposits (id) where state in ('pending', 'processing');

create table withdrawals (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  request_id text not null,
  method text not null check (method in ('wallet', 'bank')),
  network wallet_network,
  address text,
  -- Sealed: account name, account number and bank of the payee.
  payee text,
  amount_micros positive_micros not null,
  fee_micros not_negative_micros not null,
  rule_version int not null references funds_rules (version),
  state funds_state not null default 'pending',
  version int not null default 1,
  reviewer_id bigint,
  approved_by bigint,
  approved_ms bigint,
  paid_by bigint,
  -- Where the payout is found outside: a transaction's hash, a bank's reference.
  payout_ref text check (length(payout_ref) between 1 and 200),
  remark text check (length(remark) <= 500),
  created_ms bigint not null,
  updated_ms bigint not null,
  ended_ms bigint,
  unique (user_id, request_id),
  check (fee_micros < amount_micros),
  check ((method = 'wallet') = (network is not null and address is not null)),
  check ((method = 'bank') = (payee is not null)),
  check ((state in ('completed', 'rejected', 'failed')) = (ended_ms is not null)),
  check (state = 'pending' or reviewer_id is not null),
  check ((approved_by is null) = (approved_ms is null)),
  check (state not in ('completed', 'failed') or approved_by is not null),
  check (state <> 'rejected' or approved_by is null),
  check ((state = 'completed') = (paid_by is not null and payout_ref is not null)),
  check (state not in ('rejected', 'failed') or length(remark) > 0)
);
create index withdrawals_of_user on withdrawals (user_id, id desc);
create index withdrawals_open on withdrawals (id) where state in ('pending', 'processing');

-- Payouts that came back after they were paid: records of their own, the withdrawal stays as it was.
create table withdrawal_returns (
  id bigint generated always as identity primary key,
  withdrawal_id bigint not null unique references withdrawals (id),
  user_id bigint not null,
  actual_micros positive_micros not null,
  fee_micros not_negative_micros not null,
  remark text not null check (length(remark) between 1 and 500),
  admin_id bigint not null,
  created_ms bigint not null
);
create trigger withdrawal_returns_frozen before update or delete or truncate on withdrawal_returns
  for each statement execute function refuse_change();

-- From one user to another; done at once.
create table user_transfers (
  id bigint generated always as identity primary key,
  from_user_id bigint not null references users (id),
  to_user_id bigint not null references users (id),
  request_id text not null,
  amount_micros positive_micros not null,
  created_ms bigint not null,
  unique (from_user_id, request_id),
  check (from_user_id <> to_user_id)
);
create index user_transfers_to on user_transfers (to_user_id, id desc);
create trigger user_transfers_frozen before update or delete or truncate on user_transfers
  for each statement execute function refuse_change();

-- Numbers and names that did not belong together; old ones go with the next miss.
create table transfer_misses (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  at_ms bigint not null
);
create index transfer_misses_user on transfer_misses (user_id, at_ms);

-- A request begins pending, goes the ways of docs/funds.md and no other, keeps what was asked for, and never goes away.
create function funds_step_guard() returns trigger language plpgsql as $$
declare
  v_way text;
  v_kept text[] := array['state', 'version', 'reviewer_id', 'credited_micros', 'approved_by', 'approved_ms', 'paid_by',
    'payout_ref', 'remark', 'updated_ms', 'ended_ms'];
begin
  if tg_op = 'INSERT' then
    if new.state <> 'pending' or new.version <> 1 or new.reviewer_id is not null then
      raise exception '% begins pending', tg_table_name using errcode = '55000';
    end if;
    return new;
  end if;
  if tg_op <> 'UPDATE' then
    raise exception '% keeps its rows', tg_table_name using errcode = '55000';
  end if;
  -- Sealed anew with another key: the same account.
  if to_jsonb(new) - array['payer', 'payee'] = to_jsonb(old) - array['payer', 'payee'] then
    return new;
  end if;
  v_way := old.state || '>' || new.state;
  if v_way not in ('pending>processing', 'processing>processing', 'processing>completed', 'processing>rejected')
    and not (v_way = 'pending>failed' and tg_table_name = 'deposits')
    and not (v_way = 'processing>failed' and tg_table_name = 'withdrawals') then
    raise exception '% cannot go %', tg_table_name, v_way using errcode = '55000';
  end if;
  if new.version <> old.version + 1 then
    raise exception '% counts its steps', tg_table_name using errcode = '55000';
  end if;
  if to_jsonb(new) - v_kept <> to_jsonb(old) - v_kept then
    raise exception '% keeps what was asked for', tg_table_name using errcode = '55000';
  end if;
  return new;
end
$$;
create trigger deposits_steps before insert or update or delete on deposits
  for each row execute function funds_step_guard();
create trigger withdrawals_steps before insert or update or delete on withdrawals
  for each row execute function funds_step_guard();
create trigger deposits_stay before truncate on deposits for each statement execute function refuse_change();
create trigger withdrawals_stay before truncate on withdrawals for each statement execute function refuse_change();

-- Bills of a request are found by it, and what completed late by when.
create index bills_of_request on bills (ref) where type in ('deposit', 'withdraw', 'fee', 'transfer');
create index bills_moved on bills (user_id, book, completed_ms) where type in ('deposit', 'withdraw', 'fee', 'transfer');

-- As before, and fees may be lowered: a payout that came back gives its fee back.
create or replace function ledger_post(
  p_now_ms bigint, p_books text[], p_debits text[], p_debit_users bigint[], p_credits text[], p_credit_users bigint[],
  p_amounts bigint[], p_kinds text[], p_refs text[]
) returns void language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_nestloop = off set enable_mergejoin = off set jit = off
as $$
declare
  v_users bigint[];
  v_books text[];
  v_found bigint;
  v_lowered bigint;
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

  -- Fees are lowered by what was there: a row to be inserted is checked before it is known that there is one already.
  select count(distinct (u.book, coalesce(u.credit_user, 0) % 16)) into v_lowered
  from unnest(p_books, p_debits, p_credit_users, p_amounts) as u (book, debit, credit_user, amount)
  where u.debit = 'fees' and u.amount <> 0;
  if v_lowered > 0 then
    update system_balances s set balance_micros = s.balance_micros - m.amount
    from (
      select u.book, (coalesce(u.credit_user, 0) % 16)::smallint as shard, sum(u.amount)::bigint as amount
      from unnest(p_books, p_debits, p_credit_users, p_amounts) as u (book, debit, credit_user, amount)
      where u.debit = 'fees' group by 1, 2
    ) m
    where s.book = m.book and s.account = 'fees' and s.shard = m.shard;
    get diagnostics v_found = row_count;
    if v_found <> v_lowered then
      raise exception 'fees would be negative' using errcode = '23514';
    end if;
  end if;

  -- The shard follows the user, so that what is taken back comes from the shard it went to.
  insert into system_balances as s (book, account, shard, balance_micros)
  select m.book, m.account, m.shard, sum(m.delta)::bigint
  from (
    select u.book, u.debit as account, (coalesce(u.credit_user, 0) % 16)::smallint as shard, -u.amount as delta
    from unnest(p_books, p_debits, p_credit_users, p_amounts, p_debit_users)
      as u (book, debit, credit_user, amount, debit_user) where u.debit_user is null and u.debit <> 'fees'
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

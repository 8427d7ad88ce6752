-- Acts that take two administrators, and what administrators do with users. Amounts are micro-USDT, times ms of the service clock.

-- An act that one administrator proposes and another one confirms. What it is, is said by the module that knows its kind; it
-- is carried out in the transaction that makes it done, and so once.
create table proposals (
  id bigint generated always as identity primary key,
  kind text not null check (kind ~ '^[a-z][a-z0-9-]{0,59}$'),
  -- The object concerned, as pages name it, such as `user:1234567890`.
  subject text not null check (length(subject) between 1 and 100),
  payload jsonb not null,
  reason text not null check (length(reason) between 1 and 500),
  -- The proposer's own: the same one never makes a second proposal.
  request_id text not null check (length(request_id) between 8 and 64),
  state text not null default 'proposed' check (state in ('proposed', 'withdrawn', 'refused', 'done')),
  -- One up with every step: who acts on an older one is told.
  version int not null default 1,
  proposed_by bigint not null,
  proposed_ms bigint not null,
  -- From then on nobody can confirm it.
  expires_ms bigint not null,
  decided_by bigint,
  decided_ms bigint,
  -- Why it was refused.
  remark text check (length(remark) between 1 and 500),
  unique (proposed_by, request_id),
  check (proposed_ms < expires_ms),
  check ((state = 'proposed') = (decided_by is null) and (decided_by is null) = (decided_ms is null)),
  check (state <> 'withdrawn' or decided_by = proposed_by),
  check (state in ('proposed', 'withdrawn') or decided_by <> proposed_by),
  check (state <> 'done' or decided_ms < expires_ms),
  check ((state = 'refused') = (remark is not null))
);
create index proposals_open on proposals (id) where state = 'proposed';
create index proposals_of_subject on proposals (subject, id);

-- Proposals begin proposed, are decided once, keep what was proposed, and never go away.
create function proposals_step_guard() returns trigger language plpgsql as $$
declare
  v_kept text[] := array['state', 'version', 'decided_by', 'decided_ms', 'remark'];
begin
  if tg_op = 'INSERT' then
    if new.state <> 'proposed' or new.version <> 1 then
      raise exception 'a proposal begins proposed' using errcode = '55000';
    end if;
    return new;
  end if;
  if tg_op <> 'UPDATE' then
    raise exception 'proposals keeps its rows' using errcode = '55000';
  end if;
  if old.state <> 'proposed' or new.state = 'proposed' or new.version <> old.version + 1 then
    raise exception 'a proposal is decided once' using errcode = '55000';
  end if;
  if to_jsonb(new) - v_kept <> to_jsonb(old) - v_kept then
    raise exception 'a proposal keeps what was proposed' using errcode = '55000';
  end if;
  return new;
end
$$;
create trigger proposals_steps before insert or update or delete on proposals
  for each row execute function proposals_step_guard();
create trigger proposals_stay before truncate on proposals for each statement execute function refuse_change();

-- Balances that administrators corrected. Each is one transfer, between the user and `adjustments`.
create table balance_adjustments (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  book book_name not null,
  -- Signed: what it added to or took from what is available.
  amount_micros bigint not null check (amount_micros <> 0),
  reason text not null check (length(reason) between 1 and 500),
  admin_id bigint not null,
  confirmed_by bigint check (confirmed_by <> admin_id),
  proposal_id bigint unique references proposals (id),
  request_id text not null check (length(request_id) between 8 and 64),
  created_ms bigint not null,
  unique (admin_id, request_id),
  check ((confirmed_by is null) = (proposal_id is null)),
  -- Nobody corrects real balances alone.
  check (book = 'demo' or confirmed_by is not null)
);
create trigger balance_adjustments_frozen before update or delete or truncate on balance_adjustments
  for each statement execute function refuse_change();

-- Their bills.
alter domain bill_type drop constraint bill_type_check;
alter domain bill_type add constraint bill_type_check
  check (value in ('deposit', 'withdraw', 'profit', 'loss', 'fee', 'transfer', 'adjustment'));

-- What administrators wrote of a user, and what they did when they wrote it.
create table user_notes (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  admin_id bigint not null,
  act text not null check (act in ('note', 'freeze', 'unfreeze', 'sign-out', 'adjust-balance', 'reset-two-factor')),
  text text not null check (length(text) between 1 and 2000),
  -- The administrator's own: the same one never makes a second note.
  request_id text not null check (length(request_id) between 8 and 64),
  created_ms bigint not null,
  unique (admin_id, request_id)
);
create index user_notes_of_user on user_notes (user_id, id);
create trigger user_notes_frozen before update or delete or truncate on user_notes
  for each statement execute function refuse_change();

-- Users as the back office looks for them.
create index users_by_email on users (email_key text_pattern_ops) where email_key is not null;
create index users_by_phone on users (ltrim(phone, '+') text_pattern_ops) where phone <> '';
create index users_by_last_login on users (coalesce(last_login_at_ms, 0), id);
create index users_frozen on users (id) where status = 'frozen';
create index users_by_identity on users (identity_status, id) where identity_status <> 'none';

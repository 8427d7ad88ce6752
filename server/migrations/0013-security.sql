-- What protects an account, what tells its owner who used it, and what he limits himself to. Times are milliseconds by the
-- service clock, but for the steps of authenticator apps: those are real time.

-- Keys that secrets in this database are sealed with, by id. The keys are in a file, never here.
create table secret_keys (
  key_id text primary key,
  created_ms bigint not null
);

alter table users add column two_factor_removed_at_ms bigint;
-- The password of the registration is no change of it.
update users set password_changed_at_ms = null where password_changed_at_ms = created_at_ms;

create table user_two_factor (
  user_id bigint primary key references users (id),
  -- Sealed: the secret the authenticator app shares.
  secret text not null,
  -- Null: begun, and not yet proved by a code.
  confirmed_at_ms bigint,
  -- The newest 30-second step whose code was taken: it and all before it count no more.
  last_step bigint not null default 0,
  -- Wrong codes since the last right one.
  failures_in_row int not null default 0
);

-- Each works once. About eighty random bits: nobody guesses one, so a plain hash keeps them.
create table user_recovery_codes (
  user_id bigint not null references users (id),
  code_sha256 bytea not null,
  used_at_ms bigint,
  primary key (user_id, code_sha256)
);

-- Sign-ins whose first step was right and whose second is awaited: no session, and good for nothing else.
create table sign_in_tickets (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  ticket_sha256 bytea not null unique,
  -- The second half, as of a session: a cookie of the browser, or the address of a command-line client.
  cookie_sha256 bytea,
  bound_ip text,
  remember boolean not null,
  method text not null,
  expires_at_ms bigint not null,
  check ((cookie_sha256 is null) <> (bound_ip is null))
);
create index sign_in_tickets_user on sign_in_tickets (user_id, id);
create index sign_in_tickets_expiry on sign_in_tickets (expires_at_ms);

-- Codes are counted apart from passwords.
alter table login_attempts drop constraint login_attempts_scope_check;
alter table login_attempts add constraint login_attempts_scope_check check (scope in ('user', 'admin', 'code'));

-- Set when a device is signed out by its owner from elsewhere: until it signs in again it is none he is known by.
alter table user_devices add column signed_out_at_ms bigint;
create index user_sessions_device on user_sessions (device_id) where revoked_at_ms is null;

-- Sign-ins, and what failed. `user_id` null: a name nobody has, written all the same so that both cases take the same work;
-- soon removed.
create table login_history (
  id bigint generated always as identity primary key,
  user_id bigint references users (id),
  at_ms bigint not null,
  method text not null check (method in ('password', 'email', 'wallet')),
  outcome text not null check (outcome in ('signed-in', 'code-asked', 'wrong-password', 'wrong-code')),
  ip text not null,
  user_agent text not null
);
create index login_history_user on login_history (user_id, id);
create index login_history_nobody on login_history (at_ms) where user_id is null;
create index login_history_time on login_history (at_ms);

-- A looser limit waits here until its time has come; null limit with a time: no limit from then on.
alter table own_limits
  add column next_stake_max_micros bigint check (next_stake_max_micros >= 0),
  add column next_stake_from_ms bigint,
  add column next_daily_loss_micros bigint check (next_daily_loss_micros >= 0),
  add column next_daily_from_ms bigint;
create index own_limits_next on own_limits (least(next_stake_from_ms, next_daily_from_ms))
  where next_stake_from_ms is not null or next_daily_from_ms is not null;

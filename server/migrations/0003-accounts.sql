-- Users, their sessions and devices, invite codes and the throttle of sign-in.
-- Times are milliseconds by the service clock.

create table users (
  id bigint generated always as identity primary key,
  -- Ten random digits: the number a user sees and may tell others. Row ids are not shown.
  uid text not null unique check (uid ~ '^[1-9][0-9]{9}$'),
  username text not null,
  -- NFKC and case-folded: what makes two names the same.
  username_key text not null unique,
  email text,
  email_key text unique,
  -- Argon2id, PHC format; null: no password was ever set.
  password_hash text,
  password_changed_at_ms bigint,
  login_type text not null default 'account' check (login_type in ('account', 'email', 'wallet')),
  nickname text not null default '',
  avatar text,
  status text not null default 'active' check (status in ('active', 'frozen')),
  self_excluded_until_ms bigint,
  country text,
  identity_status text not null default 'none' check (identity_status in ('none', 'pending', 'verified', 'refused')),
  -- Who invited; null: the operator's own invitation.
  referred_by bigint references users (id),
  terms_accepted_at_ms bigint,
  last_login_at_ms bigint,
  created_at_ms bigint not null
);
create index users_referred_by on users (referred_by, id);

-- One code per user, and the operator's own ones (`user_id` null).
create table invite_codes (
  code text primary key check (length(code) = 8),
  user_id bigint unique references users (id),
  active boolean not null default true,
  created_at_ms bigint not null
);

create table user_devices (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  device_sha256 bytea not null,
  user_agent text not null,
  last_ip text not null,
  first_seen_at_ms bigint not null,
  last_seen_at_ms bigint not null,
  unique (user_id, device_sha256)
);

create table user_sessions (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  token_sha256 bytea not null unique,
  -- The second half: a cookie of the browser, or the address of a command-line client.
  cookie_sha256 bytea,
  bound_ip text,
  device_id bigint references user_devices (id) on delete set null,
  user_agent text not null,
  ip text not null,
  created_at_ms bigint not null,
  last_seen_at_ms bigint not null,
  expires_at_ms bigint not null,
  revoked_at_ms bigint,
  check ((cookie_sha256 is null) <> (bound_ip is null))
);
create index user_sessions_user on user_sessions (user_id, id) where revoked_at_ms is null;
create index user_sessions_expiry on user_sessions (expires_at_ms);

-- Sign-ins under way and failed; a success removes its own rows. `scope` keeps users and administrators apart.
create table login_attempts (
  id bigint generated always as identity primary key,
  scope text not null check (scope in ('user', 'admin')),
  -- SHA-256 of the folded name: written alike whether the account exists or not.
  account_sha256 bytea not null,
  -- IPv6 as its /64.
  address text not null,
  device_sha256 bytea,
  at_ms bigint not null
);
create index login_attempts_account on login_attempts (scope, account_sha256, at_ms);
create index login_attempts_address on login_attempts (scope, address, at_ms);
create index login_attempts_time on login_attempts (at_ms);

-- Why these users may not trade now: one row for each who may not, none for the others.
create function accounts_trading_block(user_ids bigint[]) returns table (user_id bigint, code text)
language sql stable as $$
  select u.id, case when u.status = 'frozen' then 'USER_FROZEN' else 'SELF_EXCLUDED' end
  from users u
  where u.id = any (user_ids)
    and (u.status = 'frozen' or u.self_excluded_until_ms > (select service_now_ms()))
$$;

-- Administrators and their sessions.

create table administrators (
  id bigint generated always as identity primary key,
  username text not null,
  username_key text not null unique,
  password_hash text not null,
  -- A one-time password must be replaced at its first use, and works only until then.
  must_change_password boolean not null,
  password_expires_at_ms bigint,
  role text not null default 'owner',
  permissions text[] not null default '{}',
  disabled boolean not null default false,
  created_at_ms bigint not null,
  last_login_at_ms bigint
);

create table admin_sessions (
  id bigint generated always as identity primary key,
  admin_id bigint not null references administrators (id),
  token_sha256 bytea not null unique,
  cookie_sha256 bytea not null,
  ip text not null,
  user_agent text not null,
  created_at_ms bigint not null,
  last_seen_at_ms bigint not null,
  expires_at_ms bigint not null,
  revoked_at_ms bigint
);
create index admin_sessions_admin on admin_sessions (admin_id, id) where revoked_at_ms is null;

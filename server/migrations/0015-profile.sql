-- What a user tells of himself, his picture, and the papers that prove who he is. Times are milliseconds by the service clock.

alter table users
  add column bio text not null default '',
  add column phone text not null default '';

-- In here and not in files: every process serves them, and what holds the database holds them.
create table avatars (
  user_id bigint primary key references users (id),
  -- 16 random bytes, base64url: the address tells nothing, and none is used twice.
  name text not null unique check (name ~ '^[A-Za-z0-9_-]{22}$'),
  webp bytea not null check (length(webp) between 1 and 262144),
  created_at_ms bigint not null
);
-- Compressed already.
alter table avatars alter column webp set storage external;

-- Every time somebody asked to have his identity checked. The newest one says how it stands, and so does users.identity_status.
create table identity_checks (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  document text not null check (document in ('passport', 'identity-card', 'driving-licence')),
  -- Sealed.
  real_name text not null,
  state text not null default 'pending' check (state in ('pending', 'verified', 'refused')),
  -- For the user to read; of a refusal only.
  reason text,
  submitted_at_ms bigint not null,
  decided_at_ms bigint,
  check ((state = 'pending') = (decided_at_ms is null)),
  check ((state = 'refused') = (reason is not null))
);
create index identity_checks_user on identity_checks (user_id, id);
create unique index identity_checks_pending on identity_checks (user_id) where state = 'pending';

-- The pictures of a check, sealed. Those of a refused one go when the next is handed in.
create table identity_documents (
  check_id bigint not null references identity_checks (id),
  side text not null check (side in ('front', 'back')),
  sealed bytea not null check (length(sealed) between 1 and 8388608),
  primary key (check_id, side)
);
alter table identity_documents alter column sealed set storage external;

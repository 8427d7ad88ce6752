-- Doors of the back office: roles and second factors of administrators, and what the audit log was found to be when it was
-- last verified.

-- A role says what its administrators may do; a list in `permissions` stands in its place and is given by hand only.
update administrators set permissions = '{}' where role = 'owner' and permissions = '{*}';

-- The version is what whoever acts on an administrator has looked at.
alter table administrators
  add column version int not null default 1,
  add column created_by bigint references administrators (id);

-- As of users (user_two_factor): the secret is sealed, a code counts once.
create table admin_two_factor (
  admin_id bigint primary key references administrators (id),
  secret text not null,
  -- Null: begun, and not yet proved by a code.
  confirmed_at_ms bigint,
  last_step bigint not null default 0,
  failures_in_row int not null default 0
);

create table admin_recovery_codes (
  admin_id bigint not null references administrators (id),
  code_sha256 bytea not null,
  used_at_ms bigint,
  primary key (admin_id, code_sha256)
);

-- Runs of `npm run audit:log`; `fault` null: the whole chain held.
create table audit_checks (
  id bigint generated always as identity primary key,
  at_ms bigint not null,
  row_count bigint not null,
  newest_id bigint,
  newest_hash bytea,
  fault text
);
create trigger audit_checks_append_only before update or delete or truncate on audit_checks
  for each statement execute function refuse_change();

create index audit_log_actor on audit_log (actor_kind, actor_id, id desc);
create index audit_log_action on audit_log (action text_pattern_ops, id desc);

-- What every module stands on: the service clock, settings, the outbox, the audit log and the site's keys.

-- One row for the whole installation. Service time = anchor_service_ms + (database time - anchor_db_ms) * speed;
-- fixed_ms, when set, wins: with the replay feed it is how far prices are delivered, and speed how fast they shall be.
create table service_clock (
  id int primary key default 1 check (id = 1),
  anchor_db_ms bigint not null,
  anchor_service_ms bigint not null,
  speed double precision not null default 1 check (speed > 0 and speed <= 1000),
  fixed_ms bigint
);
insert into service_clock (anchor_db_ms, anchor_service_ms) values (0, 0);

-- Time of the database's machine in ms, moving within a transaction (now() stands still there).
create function database_now_ms() returns bigint language sql volatile as $$
  select floor(extract(epoch from clock_timestamp()) * 1000)::bigint
$$;

-- In plpgsql, which keeps its plan for the connection's life: every hot call asks for the time.
create function service_now_ms() returns bigint language plpgsql volatile as $$
begin
  return (
    select coalesce(
      c.fixed_ms,
      c.anchor_service_ms + floor((database_now_ms() - c.anchor_db_ms)::double precision * c.speed)::bigint
    )
    from service_clock c
  );
end
$$;

-- Makes service time continue from service_ms at the given speed.
create function set_service_clock(service_ms bigint, new_speed double precision) returns void language sql as $$
  update service_clock
  set anchor_db_ms = database_now_ms(), anchor_service_ms = service_ms, speed = new_speed, fixed_ms = null
$$;

-- Facts about this database that outlive a configuration: funds_mode, was_live_ms, the site's own ids.
create table platform_meta (
  key text primary key,
  value jsonb not null,
  updated_ms bigint not null
);

-- 'test' or 'live'; rows of live contracts are checked against it.
create function funds_mode() returns text language sql stable as $$
  select coalesce((select value #>> '{}' from platform_meta where key = 'funds_mode'), 'test')
$$;

-- A database that has been live never becomes a test database, whoever asks.
create function keep_live() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' then
    if funds_mode() = 'live' then
      raise exception 'this database has been live and cannot go back' using errcode = '55000';
    end if;
    return null;
  end if;
  if old.key = 'funds_mode' and old.value = '"live"'
    and (tg_op = 'DELETE' or new.value is distinct from old.value or new.key is distinct from old.key) then
    raise exception 'this database has been live and cannot go back' using errcode = '55000';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end
$$;

create trigger platform_meta_keep_live before update or delete on platform_meta
  for each row execute function keep_live();
create trigger platform_meta_keep_live_whole before truncate on platform_meta
  for each statement execute function keep_live();

-- What operators change at run time; version guards against two writers.
create table settings (
  key text primary key,
  value jsonb not null,
  version bigint not null default 1,
  updated_ms bigint not null
);

-- Domain events, written in the transaction they tell of and carried out afterwards, at least once, in order of id.
create table outbox (
  id bigint generated always as identity primary key,
  topic text not null,
  payload jsonb not null,
  created_ms bigint not null,
  due_ms bigint not null,
  attempts int not null default 0,
  last_error text
);
create index outbox_due on outbox (due_ms, id);
-- The outbox turns over: dead rows must not pile up where no autovacuum runs.
alter table outbox set (fillfactor = 70);

-- A chain: each row holds the hash of the one before, so that what is changed, taken out or slipped in later no longer fits.
create table audit_log (
  id bigint primary key,
  at_ms bigint not null,
  actor_kind text not null check (actor_kind in ('admin', 'user', 'system')),
  actor_id bigint,
  action text not null,
  subject text not null,
  ip text,
  before jsonb,
  after jsonb,
  -- Hash of the row before (zeros: there is none); SHA-256(previous ‖ content as JSON text), see chain_audit.
  previous bytea not null check (length(previous) = 32),
  hash bytea not null check (length(hash) = 32)
);
create sequence audit_log_id as bigint owned by audit_log.id;
create index audit_log_at on audit_log (at_ms desc, id desc);
create index audit_log_subject on audit_log (subject, id desc);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = '55000';
end
$$;

create trigger audit_log_append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_change();

-- Whatever an insert says of these columns is replaced.
create function chain_audit() returns trigger language plpgsql as $$
begin
  -- One writer at a time, to the end of its transaction: two would both follow the same row.
  perform pg_advisory_xact_lock(7482913058);
  new.id := nextval('audit_log_id');
  new.previous := coalesce(
    (select a.hash from audit_log a order by a.id desc limit 1), decode(repeat('00', 32), 'hex'));
  new.hash := sha256(new.previous || convert_to(jsonb_build_array(new.id, new.at_ms, new.actor_kind, new.actor_id,
    new.action, new.subject, new.ip, new.before, new.after)::text, 'UTF8'));
  return new;
end
$$;

create trigger audit_log_chain before insert on audit_log for each row execute function chain_audit();

-- The keys the site signs with, without their secrets: those are in a file outside the database. Times are ms of the service clock.
create table site_keys (
  number smallint generated always as identity primary key,
  id text not null unique,
  public_key bytea not null check (length(public_key) = 32),
  from_ms bigint not null unique,
  to_ms bigint check (to_ms > from_ms),
  endorsed_by text references site_keys (id),
  endorsement bytea check (length(endorsement) = 64),
  check ((endorsed_by is null) = (endorsement is null))
);

-- A key retires; it never goes and never becomes another one.
create trigger site_keys_stay before delete or truncate on site_keys
  for each statement execute function refuse_change();
create trigger site_keys_keep before update of number, id, public_key, from_ms, endorsed_by, endorsement on site_keys
  for each statement execute function refuse_change();

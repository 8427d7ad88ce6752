-- What operators set: every version of each part of the configuration, pictures of the site, methods with codes to scan,
-- and products with trading hours of their own. Times are ms of the service clock.

-- `section`: basic, funds, methods, trading, mail, or a text such as `text/terms/de-DE`. The newest version counts; none:
-- the defaults. Never changed.
create table config_versions (
  id bigint generated always as identity primary key,
  section text not null check (section ~ '^[a-zA-Z/-]{1,60}$'),
  version int not null check (version >= 1),
  before jsonb not null,
  value jsonb not null,
  admin_id bigint not null,
  created_ms bigint not null,
  unique (section, version)
);
create trigger config_versions_frozen before update or delete or truncate on config_versions
  for each statement execute function refuse_change();

-- Pictures anybody may see: logos, codes of deposit methods. By a long random name; the same for ever.
create table site_pictures (
  name text primary key check (length(name) = 22),
  webp bytea not null,
  created_ms bigint not null
);

-- A picture with a code to scan; and methods that are no longer on the operator's list, kept for the deposits made by them.
alter table deposit_methods add column picture text references site_pictures (name);
alter table deposit_methods add column removed boolean not null default false;

-- Trading hours an operator has set stay what they are when the configuration of the start asks for others.
alter table products add column own_hours boolean not null default false;
-- Hours of before: prices come by them too until the last contract accepted under them has ended. [{calendar, untilMs}]
alter table products add column past_hours jsonb not null default '[]';
-- Where a simulated path begins on the product's very first day, in units of its precision; null: as the product's seed has it.
alter table products add column first_units bigint check (first_units > 0);
-- One up with every change an operator makes: who changes an older one is told.
alter table products add column edits int not null default 0;

-- What prices are made of stays: decimals, source version and symbol are in every entry of the log.
create function products_keep_guard() returns trigger language plpgsql as $$
begin
  if new.symbol <> old.symbol or new.precision <> old.precision or new.category <> old.category then
    raise exception 'product % keeps its symbol, precision and category', old.symbol using errcode = '55000';
  end if;
  if new.calendar is distinct from old.calendar and new.calendar_version = old.calendar_version then
    raise exception 'other hours are another calendar version' using errcode = '55000';
  end if;
  return new;
end
$$;
create trigger products_keep before update on products for each row execute function products_keep_guard();
create trigger products_stay before delete or truncate on products for each statement execute function refuse_change();

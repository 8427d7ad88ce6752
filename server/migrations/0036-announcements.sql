-- What the operator tells all users. Times are milliseconds by the service clock.

create table announcements (
  id bigint generated always as identity primary key,
  -- Who writes, and his own id of the request: the same one never makes a second announcement.
  author_id bigint not null references administrators (id),
  request_id text not null,
  state text not null default 'draft' check (state in ('draft', 'published', 'withdrawn')),
  -- Locale → {title, text}; who reads a language that is not there is shown the fallback.
  texts jsonb not null,
  fallback text not null,
  from_ms bigint not null,
  to_ms bigint not null,
  -- Also by mail, to who has switched these mails on.
  mail text check (mail in ('newsletter', 'marketing')),
  -- Mails are posted in order of the users, so far up to this one; done when there is none after him.
  mailed_user_id bigint not null default 0,
  mailed int not null default 0,
  mail_done boolean not null default false,
  -- One up with every step: who acts on an older one is told.
  version int not null default 1,
  created_ms bigint not null,
  updated_ms bigint not null,
  published_ms bigint,
  withdrawn_ms bigint,
  unique (author_id, request_id),
  check (to_ms > from_ms),
  check (texts ? fallback),
  check (state <> 'published' or published_ms is not null),
  check ((state = 'withdrawn') = (withdrawn_ms is not null))
);
create index announcements_by_state on announcements (state, id);

-- What was published is never reworded: users have read it.
create function announcements_guard() returns trigger language plpgsql as $$
begin
  if old.state <> 'draft' and (new.texts, new.fallback, new.from_ms, new.to_ms, new.mail, new.published_ms)
    is distinct from (old.texts, old.fallback, old.from_ms, old.to_ms, old.mail, old.published_ms)
    or old.state = 'withdrawn' and new.state <> 'withdrawn'
    or old.state = 'published' and new.state = 'draft' then
    raise exception 'a published announcement stays as it is' using errcode = '55000';
  end if;
  return new;
end
$$;
create trigger announcements_stay before update on announcements for each row execute function announcements_guard();

-- Whom each was told; once, whatever became of the notice.
create table announcements_told (
  user_id bigint not null references users (id),
  announcement_id bigint not null references announcements (id),
  primary key (user_id, announcement_id)
);
-- How many that were.
create index announcements_told_count on announcements_told (announcement_id);

-- Who gets mails of the kind.
create index notification_settings_newsletter on notification_settings (user_id) where newsletter;
create index notification_settings_marketing on notification_settings (user_id) where marketing;

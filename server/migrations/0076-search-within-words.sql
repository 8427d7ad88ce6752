-- Administrators search in the middle of names, addresses and telephone numbers. Every run of three characters is indexed
-- by the database's own means, so that no extension is needed: what is looked for must hold all runs of the text.
create function search_runs(searched text) returns text[] language sql immutable strict parallel safe as $$
  select array_agg(distinct substr(searched, i, 3)) from generate_series(1, length(searched) - 2) i
$$;
create index users_by_name_runs on users using gin (search_runs(username_key));
create index users_by_email_runs on users using gin (search_runs(email_key));
create index users_by_phone_runs on users using gin (search_runs(phone)) where phone <> '';

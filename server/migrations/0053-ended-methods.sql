-- Deposit methods stay what users were told: a changed one is another method, and who was shown one that is no longer
-- offered, and may have paid to it, is still taken for a while.

-- Until when it was offered, ms of the service clock; null: it is, or it ended before this was kept.
alter table deposit_methods add column offered_until_ms bigint;
alter table deposit_methods add check (not enabled or offered_until_ms is null);

create function deposit_methods_keep_guard() returns trigger language plpgsql as $$
declare
  v_moves constant text[] := array['enabled', 'removed', 'sort', 'offered_until_ms'];
begin
  if to_jsonb(new) - v_moves <> to_jsonb(old) - v_moves then
    raise exception 'deposit method % stays what users were told', old.id using errcode = '55000';
  end if;
  return new;
end
$$;
create trigger deposit_methods_keep before update on deposit_methods
  for each row execute function deposit_methods_keep_guard();
create trigger deposit_methods_stay before delete or truncate on deposit_methods
  for each statement execute function refuse_change();

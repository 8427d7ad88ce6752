-- Notices of a user. Texts are not stored: `kind` and `data` are worded in the reader's language.
create domain notice_type as text check (value in ('trade', 'system'));
create domain notice_priority as text check (value in ('high', 'medium', 'low'));

create table notices (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  type notice_type not null,
  kind text not null,
  priority notice_priority not null,
  data jsonb not null,
  created_ms bigint not null,
  read_ms bigint,
  deleted_ms bigint
);
create index notices_of_user on notices (user_id, id desc);

-- Set-based; answers the ids in the order of the arrays.
create function notifications_add(
  p_now_ms bigint, p_user_ids bigint[], p_types text[], p_kinds text[], p_priorities text[], p_data jsonb[]
) returns bigint[] language plpgsql as $$
declare
  v_ids bigint[];
begin
  with added as (
    insert into notices (user_id, type, kind, priority, data, created_ms)
    select u.user_id, u.type, u.kind, u.priority, u.data, p_now_ms
    from unnest(p_user_ids, p_types, p_kinds, p_priorities, p_data) with ordinality
      as u (user_id, type, kind, priority, data, ord)
    order by u.ord
    returning id
  )
  select array_agg(added.id order by added.id) into v_ids from added;
  return v_ids;
end
$$;

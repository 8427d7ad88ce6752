-- Notices of a user. Texts are not stored: `kind` and `data` are worded in the reader's language.
create table notices (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  type text not null check (type in ('trade', 'system')),
  kind text not null,
  priority text not null check (priority in ('high', 'medium', 'low')),
  data jsonb not null,
  created_ms bigint not null,
  read_ms bigint,
  deleted_ms bigint
);
create index notices_of_user on notices (user_id, id desc);

-- Set-based; answers the ids in the order of the arrays.
create function notifications_add(
  p_now_ms bigint, p_user_ids bigint[], p_types text[], p_kinds text[], p_priorities text[], p_data jsonb[]
) returns bigint[] language sql volatile as $$
  with added as (
    insert into notices (user_id, type, kind, priority, data, created_ms)
    select u.user_id, u.type, u.kind, u.priority, u.data, p_now_ms
    from unnest(p_user_ids, p_types, p_kinds, p_priorities, p_data) with ordinality
      as u (user_id, type, kind, priority, data, ord)
    order by u.ord
    returning id
  )
  select array_agg(added.id order by added.id) from added
$$;

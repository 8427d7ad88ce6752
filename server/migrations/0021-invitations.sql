-- What came of invitations, three generations deep.

-- Who invites is older than who is invited, and that never changes: nobody can come to stand above himself.
alter table users add constraint users_invited_by_an_older check (referred_by < id);

create table invitation_counts (
  user_id bigint not null references users (id),
  generation smallint not null check (generation between 1 and 3),
  members bigint not null,
  -- Whose identity was confirmed.
  certified bigint not null,
  primary key (user_id, generation),
  check (certified between 0 and members)
);

-- The counts follow in the transaction that makes or changes a user. Rows are taken nearest generation first by everyone,
-- and each belongs to one generation: two registrations cannot wait for each other.
create function count_invited() returns trigger language plpgsql as $$
declare
  v_above bigint := new.referred_by;
  v_certified int := (new.identity_status = 'verified')::int;
begin
  if tg_op = 'UPDATE' then
    if new.referred_by is distinct from old.referred_by then
      raise exception 'who invited user % cannot change', new.id using errcode = '55000';
    end if;
    v_certified := v_certified - (old.identity_status = 'verified')::int;
    if v_certified = 0 then
      return null;
    end if;
  end if;
  for v_generation in 1..3 loop
    exit when v_above is null;
    if tg_op = 'UPDATE' then
      update invitation_counts set certified = certified + v_certified
      where user_id = v_above and generation = v_generation;
    else
      insert into invitation_counts as c (user_id, generation, members, certified)
      values (v_above, v_generation, 1, v_certified)
      on conflict (user_id, generation) do update
      set members = c.members + 1, certified = c.certified + excluded.certified;
    end if;
    select referred_by into v_above from users where id = v_above;
  end loop;
  return null;
end
$$;
create trigger users_count_invited after insert or update of identity_status, referred_by on users
  for each row execute function count_invited();

with recursive line as (
  select referred_by as above, 1 as generation, identity_status = 'verified' as certified
  from users where referred_by is not null
  union all
  select u.referred_by, line.generation + 1, line.certified
  from line join users u on u.id = line.above
  where line.generation < 3 and u.referred_by is not null
)
insert into invitation_counts (user_id, generation, members, certified)
select above, generation, count(*), count(*) filter (where certified) from line group by above, generation;

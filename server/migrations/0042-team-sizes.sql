-- Everybody whom a user invited, in all three generations: the largest teams are listed by it. It follows what is counted.
create table team_sizes (
  user_id bigint primary key references users (id),
  size bigint not null check (size >= 0)
);
create index team_sizes_largest on team_sizes (size, user_id);
insert into team_sizes (user_id, size) select user_id, sum(members) from invitation_counts group by user_id;

-- Of one user after his count, and of those above him after that: two registrations take them in one order.
create function size_team() returns trigger language plpgsql as $$
begin
  insert into team_sizes as t (user_id, size) values (new.user_id, new.members)
  on conflict (user_id) do update
  set size = t.size + new.members - case when tg_op = 'UPDATE' then old.members else 0 end;
  return null;
end
$$;
create trigger invitation_counts_size after insert or update of members on invitation_counts
  for each row execute function size_team();

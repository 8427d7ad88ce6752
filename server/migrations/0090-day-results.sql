-- What a user's day has brought was added up over all the contracts of eight days, within the transaction that accepts
-- everybody's orders. It is kept now: results by user, book and day (UTC, of the service clock) of their settlement, beside
-- the open stakes that the balance holds already. A row a day and user at most; only those of today and later are read.
create table user_day_results (
  user_id bigint not null,
  book book_name not null,
  -- Days since January 1970.
  day int not null,
  profit_micros bigint not null,
  primary key (user_id, book, day)
) with (fillfactor = 70);

-- Whatever settles contracts or gives stakes back, also a process of the version before: it holds the locks of the users'
-- balances then, so that no two of them write one row at once. In one order nevertheless.
create function trading_keep_days() returns trigger language plpgsql as $$
begin
  insert into user_day_results as d (user_id, book, day, profit_micros)
  select c.user_id, c.book, (c.settled_at_ms / 86400000)::int, sum(c.micros)::bigint
  from (
    select a.user_id, a.book, a.settled_at_ms, a.profit_micros as micros from after_rows a where a.settled_at_ms is not null
    union all
    select b.user_id, b.book, b.settled_at_ms, -b.profit_micros from before_rows b where b.settled_at_ms is not null
  ) c
  group by 1, 2, 3 having sum(c.micros) <> 0
  order by 1, 2, 3
  on conflict (user_id, book, day) do update set profit_micros = d.profit_micros + excluded.profit_micros;
  return null;
end
$$;
-- Before the rows below: from here on nothing is settled until this file is done, and everything is counted afterwards.
create trigger contracts_days after update on contracts
  referencing old table as before_rows new table as after_rows for each statement execute function trading_keep_days();

-- For up to the hour a script may take: cut off sooner, it would have held orders up for nothing.
set local statement_timeout = 0;
-- Today and the day before, for a process whose clock is behind.
insert into user_day_results (user_id, book, day, profit_micros)
select c.user_id, c.book, (c.settled_at_ms / 86400000)::int, sum(c.profit_micros)::bigint
from contracts c
where c.state = 'completed' and c.book in ('demo', 'real')
  and c.settled_at_ms >= (service_now_ms() / 86400000 - 1) * 86400000
group by 1, 2, 3 having sum(c.profit_micros) <> 0;

-- What is open of a user, for the snapshot of a socket, which read all of seven days. Small, as only open ones are in it.
create index contracts_open_of_user on contracts (user_id, accepted_at_ms) where settled_at_ms is null;

-- What a user's day has brought so far if every open contract of the book is lost: the same work whatever the history.
create or replace function trading_day_result(p_user_id bigint, p_book text, p_now_ms bigint) returns bigint
language plpgsql stable set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  return coalesce((
    select sum(d.profit_micros) from user_day_results d
    where d.user_id = p_user_id and d.book = p_book and d.day >= (p_now_ms / 86400000)::int
  ), 0)::bigint - coalesce((
    select b.in_position_micros from user_balances b where b.user_id = p_user_id and b.book = p_book
  ), 0);
end
$$;

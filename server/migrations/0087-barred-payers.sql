-- Whoever gave real funds to a user makes no payment to that user on record, by whatever way: not by a correction of a payout
-- either, not when what they gave was a payout booked as returned, and not after another user has passed the funds on. Times
-- are ms of the service clock.

-- Transfers of users whose senders had funds of an administrator: what came to `user_id` by each of them.
create table passed_on_credits (
  transfer_id bigint not null references user_transfers (id),
  user_id bigint not null references users (id),
  admin_id bigint not null,
  since_ms bigint not null,
  amount_micros positive_micros not null,
  primary key (transfer_id, admin_id)
);
create index passed_on_credits_of_user on passed_on_credits (user_id, admin_id);

-- How often what was passed on counts against what others credited. If any transfer counted, a user could keep everybody from
-- paying another one by sending a small sum; so whoever was credited by others is paid until what came is more than the tenth
-- part of it, and whoever wants to be paid what was passed on needs ten times as much that somebody else has credited.
create function passed_on_weight() returns int language sql immutable as $$ select 10 $$;

-- Administrators who gave real funds to a user until a moment, alone or with another one, and when: deposits credited, payouts
-- booked as returned, balances corrected in the user's favor, and, from the first transfer on, any of these that other users have
-- passed on, when it weighs more than what was credited without that administrator: deposits and corrections.
create function givers_of(p_user_id bigint, p_until_ms bigint default 9223372036854775807)
returns table (admin_id bigint, since_ms bigint) language sql stable as $$
  with credits as (
    select d.reviewer_id as admin_id, d.proposed_by as other_id, d.credited_micros as micros, d.ended_ms as at_ms
    from deposits d where d.user_id = p_user_id and d.state = 'completed' and d.ended_ms <= p_until_ms
    union all
    select a.admin_id, a.confirmed_by, a.amount_micros, a.created_ms
    from balance_adjustments a
    where a.user_id = p_user_id and a.book = 'real' and a.amount_micros > 0 and a.created_ms <= p_until_ms
  ), passed_on as (
    select p.admin_id, sum(p.amount_micros) as micros, min(p.since_ms) as since_ms
    from passed_on_credits p where p.user_id = p_user_id and p.since_ms <= p_until_ms group by p.admin_id
  )
  select c.admin_id, c.at_ms from credits c
  union all
  select c.other_id, c.at_ms from credits c where c.other_id is not null
  union all
  select r.admin_id, r.created_ms from withdrawal_returns r where r.user_id = p_user_id and r.created_ms <= p_until_ms
  union all
  select p.admin_id, p.since_ms from passed_on p
  where passed_on_weight() * p.micros > (
    select coalesce(sum(c.micros), 0) from credits c
    where c.admin_id <> p.admin_id and c.other_id is distinct from p.admin_id)
$$;

-- Whether an administrator may give and pay: in test mode, where there is no real money, while there is nobody else.
create function may_give_and_pay(p_admin_id bigint) returns boolean language sql stable as $$
  select funds_mode() <> 'live'
    and not exists (select 1 from administrators o where o.id <> p_admin_id and not o.disabled)
$$;

-- As before, by whatever way the funds came.
create or replace function is_barred_payer(p_user_id bigint, p_admin_id bigint) returns boolean language sql stable as $$
  select exists (select 1 from givers_of(p_user_id) g where g.admin_id = p_admin_id) and not may_give_and_pay(p_admin_id)
$$;

-- Of a credit at the same moment it is certain only then whether it comes before. Balances before users, as everywhere.
create function user_transfers_lock() returns trigger language plpgsql as $$
begin
  perform ledger_lock_balances(array[new.from_user_id, new.to_user_id], array['real']);
  return new;
end
$$;
create trigger user_transfers_lock before insert on user_transfers for each row execute function user_transfers_lock();

create function user_transfers_passed_on() returns trigger language plpgsql as $$
begin
  insert into passed_on_credits (transfer_id, user_id, admin_id, since_ms, amount_micros)
  select distinct new.id, new.to_user_id, g.admin_id, new.created_ms, new.amount_micros
  from givers_of(new.from_user_id) g;
  return null;
end
$$;
create trigger user_transfers_passed_on after insert on user_transfers for each row
  execute function user_transfers_passed_on();

-- What was passed on so far, in its order, by what each sender had been given until then.
do $$
declare
  v_transfer user_transfers%rowtype;
begin
  for v_transfer in select * from user_transfers order by id loop
    insert into passed_on_credits (transfer_id, user_id, admin_id, since_ms, amount_micros)
    select distinct v_transfer.id, v_transfer.to_user_id, g.admin_id, v_transfer.created_ms, v_transfer.amount_micros
    from givers_of(v_transfer.from_user_id, v_transfer.created_ms) g;
  end loop;
end
$$;
create trigger passed_on_credits_frozen before update or delete or truncate on passed_on_credits
  for each statement execute function refuse_change();

-- As before, and by another administrator than gave the user funds; nor does the one who gave a payout back alone let the
-- platform bear what its user has passed on since.
create or replace function withdrawal_corrections_agreed() returns trigger language plpgsql as $$
declare
  v_row withdrawals%rowtype;
  v_first bigint;
begin
  select * into strict v_row from withdrawals w where w.id = new.withdrawal_id;
  if v_row.state = 'failed' then
    v_first := v_row.reviewer_id;
  elsif v_row.state = 'completed' then
    select r.admin_id into v_first from withdrawal_returns r where r.withdrawal_id = new.withdrawal_id;
  end if;
  if v_first is null or new.user_id <> v_row.user_id or new.actual_micros <> v_row.amount_micros - v_row.fee_micros
    or new.fee_micros > v_row.fee_micros then
    raise exception 'this payout was not given back' using errcode = '55000';
  end if;
  perform lock_decisions(new.user_id, new.admin_id);
  if is_barred_payer(new.user_id, new.admin_id) then
    raise exception 'this payout is corrected by another one than credited its user' using errcode = '55000';
  end if;
  if v_row.amount_micros > second_admin_above() - paid_alone(new.user_id, new.admin_id, new.created_ms - 86400000)
    or new.taken_micros < new.actual_micros and not may_give_and_pay(new.admin_id) then
    if v_first = new.admin_id then
      raise exception 'this withdrawal takes two administrators' using errcode = '55000';
    end if;
    perform two_agree(v_first, new.admin_id, new.created_ms);
  end if;
  return new;
end
$$;

-- Whoever gave real funds to a user makes no payment to that user on record, by whatever way: not by a correction of a payout
-- either, not when what they gave was a payout booked as returned, and not after another user has passed the funds on. Times
-- are ms of the service clock.

-- Administrators whose funds came to a user by transfers of other users, from the first of these transfers on.
create table passed_on_credits (
  user_id bigint not null references users (id),
  admin_id bigint not null,
  since_ms bigint not null,
  primary key (user_id, admin_id)
);

-- Administrators who gave real funds to a user, alone or with another one, and when: deposits credited, payouts booked as
-- returned, balances corrected in the user's favor, and any of these that other users have passed on.
create function givers_of(p_user_id bigint) returns table (admin_id bigint, since_ms bigint) language sql stable as $$
  select d.reviewer_id, d.ended_ms from deposits d where d.user_id = p_user_id and d.state = 'completed'
  union all
  select d.proposed_by, d.ended_ms from deposits d
  where d.user_id = p_user_id and d.state = 'completed' and d.proposed_by is not null
  union all
  select g.admin_id, a.created_ms
  from balance_adjustments a cross join lateral (values (a.admin_id), (a.confirmed_by)) as g (admin_id)
  where a.user_id = p_user_id and a.book = 'real' and a.amount_micros > 0
  union all
  select r.admin_id, r.created_ms from withdrawal_returns r where r.user_id = p_user_id
  union all
  select c.admin_id, c.since_ms from passed_on_credits c where c.user_id = p_user_id
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

create function user_transfers_passed_on() returns trigger language plpgsql as $$
begin
  -- Of a credit at the same moment it is certain only now whether it comes before. Balances before users, as everywhere.
  perform ledger_lock_balances(array[new.from_user_id, new.to_user_id], array['real']);
  insert into passed_on_credits (user_id, admin_id, since_ms)
  select distinct new.to_user_id, g.admin_id, new.created_ms from givers_of(new.from_user_id) g
  on conflict do nothing;
  return new;
end
$$;
create trigger user_transfers_passed_on before insert on user_transfers for each row
  execute function user_transfers_passed_on();

-- What was passed on so far, in its order.
do $$
declare
  v_transfer user_transfers%rowtype;
begin
  for v_transfer in select * from user_transfers order by id loop
    insert into passed_on_credits (user_id, admin_id, since_ms)
    select distinct v_transfer.to_user_id, g.admin_id, v_transfer.created_ms from givers_of(v_transfer.from_user_id) g
    where g.since_ms <= v_transfer.created_ms
    on conflict do nothing;
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

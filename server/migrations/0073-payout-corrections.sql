-- Payouts that were given back to their users by mistake: set to failed, or booked as come back, and later found to have gone
-- out. A correction is a record of its own; the withdrawal and what was recorded before stay as they were. Amounts are
-- micro-USDT, times ms of the service clock.

create table withdrawal_corrections (
  id bigint generated always as identity primary key,
  -- Once: nothing is taken from a user a second time.
  withdrawal_id bigint not null unique references withdrawals (id),
  user_id bigint not null,
  -- Where the payout is found outside.
  payout_ref text not null check (length(payout_ref) between 1 and 200),
  -- What had been paid out.
  actual_micros positive_micros not null,
  -- What of it the user still had, and the fee that was taken again.
  taken_micros not_negative_micros not null,
  fee_micros not_negative_micros not null,
  remark text not null check (length(remark) between 1 and 500),
  admin_id bigint not null,
  created_ms bigint not null,
  -- What the user no longer had is borne by the platform, from `adjustments`: no balance becomes negative.
  check (taken_micros <= actual_micros),
  -- The payment comes first: there is no fee while part of it is missing.
  check (fee_micros = 0 or taken_micros = actual_micros)
);
create trigger withdrawal_corrections_frozen before update or delete or truncate on withdrawal_corrections
  for each statement execute function refuse_change();

create index withdrawal_corrections_of_user on withdrawal_corrections (user_id, created_ms);
create index withdrawal_corrections_of_admin on withdrawal_corrections (admin_id, created_ms);

-- As before, with the payouts that the administrator who gave them back has corrected: they are paid by one alone, too.
create or replace function paid_alone(p_user_id bigint, p_admin_id bigint, p_since_ms bigint) returns bigint language sql stable as $$
  with paid as (
    select w.user_id, w.paid_by as admin_id, w.amount_micros as micros
    from withdrawals w
    where (w.user_id = p_user_id or w.paid_by = p_admin_id) and w.state = 'completed' and w.ended_ms > p_since_ms
      and w.approved_by = w.paid_by
    union all
    select c.user_id, c.admin_id, w.amount_micros
    from withdrawal_corrections c join withdrawals w on w.id = c.withdrawal_id
    left join withdrawal_returns r on r.withdrawal_id = c.withdrawal_id
    where (c.user_id = p_user_id or c.admin_id = p_admin_id) and c.created_ms > p_since_ms
      and c.admin_id = coalesce(r.admin_id, w.reviewer_id)
  )
  select greatest(
    coalesce(sum(micros) filter (where user_id = p_user_id), 0),
    coalesce(sum(micros) filter (where admin_id = p_admin_id), 0))::bigint
  from paid
$$;

-- Only of what was given back; above the limit by another administrator than the one who gave it back.
create function withdrawal_corrections_agreed() returns trigger language plpgsql as $$
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
  if v_row.amount_micros > second_admin_above() - paid_alone(new.user_id, new.admin_id, new.created_ms - 86400000) then
    if v_first = new.admin_id then
      raise exception 'this withdrawal takes two administrators' using errcode = '55000';
    end if;
    perform two_agree(v_first, new.admin_id, new.created_ms);
  end if;
  return new;
end
$$;
create trigger withdrawal_corrections_agreed before insert on withdrawal_corrections for each row
  execute function withdrawal_corrections_agreed();

-- A transaction pays once; asked of every payout to a wallet.
create index withdrawals_payout_ref on withdrawals (payout_ref) where payout_ref is not null and network is not null;
create index withdrawal_corrections_ref on withdrawal_corrections (payout_ref);

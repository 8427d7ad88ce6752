-- Four eyes by sum: what one administrator decides without another one is added up over 24 hours, for the user and for the
-- administrator, so that a large amount cannot be split into small ones. Who credited a user does not pay that user.

create index deposits_credited_by on deposits (reviewer_id, ended_ms) where state = 'completed';
create index withdrawals_paid_by on withdrawals (paid_by, ended_ms) where state = 'completed';
create index withdrawal_returns_of_admin on withdrawal_returns (admin_id, created_ms);
create index withdrawal_returns_of_user on withdrawal_returns (user_id, created_ms);
create index balance_adjustments_of_user on balance_adjustments (user_id, created_ms);
create index balance_adjustments_of_admin on balance_adjustments (admin_id, created_ms);

-- Holds the sums of a user and of an administrator until the transaction ends: of two decisions at once the second one sees
-- the first. Balances come before administrators, as everywhere.
create function lock_decisions(p_user_id bigint, p_admin_id bigint) returns void language plpgsql as $$
begin
  perform ledger_lock_balances(array[p_user_id], array['demo', 'real']);
  perform pg_advisory_xact_lock(hashint8extended(p_admin_id, 37));
end
$$;

-- Real funds that one administrator gave to users without another one since a moment: deposits credited and payouts booked as
-- returned. The greater of what the user got, from anybody, and what the administrator gave, to anybody.
create function credited_alone(p_user_id bigint, p_admin_id bigint, p_since_ms bigint) returns bigint language sql stable as $$
  with given as (
    select d.user_id, d.reviewer_id as admin_id, d.credited_micros as micros
    from deposits d
    where (d.user_id = p_user_id or d.reviewer_id = p_admin_id) and d.state = 'completed' and d.ended_ms > p_since_ms
      and (d.proposed_by is null or d.proposed_by = d.reviewer_id or d.proposed_micros <> d.credited_micros)
    union all
    select r.user_id, r.admin_id, r.actual_micros + r.fee_micros
    from withdrawal_returns r join withdrawals w on w.id = r.withdrawal_id
    where (r.user_id = p_user_id or r.admin_id = p_admin_id) and r.created_ms > p_since_ms and w.paid_by = r.admin_id
  )
  select greatest(
    coalesce(sum(micros) filter (where user_id = p_user_id), 0),
    coalesce(sum(micros) filter (where admin_id = p_admin_id), 0))::bigint
  from given
$$;

-- The same of withdrawals that one administrator both approved and paid.
create function paid_alone(p_user_id bigint, p_admin_id bigint, p_since_ms bigint) returns bigint language sql stable as $$
  select greatest(
    coalesce(sum(w.amount_micros) filter (where w.user_id = p_user_id), 0),
    coalesce(sum(w.amount_micros) filter (where w.paid_by = p_admin_id), 0))::bigint
  from withdrawals w
  where (w.user_id = p_user_id or w.paid_by = p_admin_id) and w.state = 'completed' and w.ended_ms > p_since_ms
    and w.approved_by = w.paid_by
$$;

-- The same of practice funds that one administrator gave or took.
create function adjusted_alone(p_user_id bigint, p_admin_id bigint, p_since_ms bigint) returns bigint language sql stable as $$
  select greatest(
    coalesce(sum(abs(a.amount_micros)) filter (where a.user_id = p_user_id), 0),
    coalesce(sum(abs(a.amount_micros)) filter (where a.admin_id = p_admin_id), 0))::bigint
  from balance_adjustments a
  where (a.user_id = p_user_id or a.admin_id = p_admin_id) and a.created_ms > p_since_ms and a.confirmed_by is null
$$;

-- Whether an administrator ever gave real funds to a user, alone or with another one, and so must not pay that user. In test
-- mode the only administrator may: there is nobody else, and no real money.
create function is_barred_payer(p_user_id bigint, p_admin_id bigint) returns boolean language sql stable as $$
  select (
    exists (select 1 from deposits d where d.user_id = p_user_id and d.state = 'completed'
      and p_admin_id in (d.reviewer_id, d.proposed_by))
    or exists (select 1 from balance_adjustments a where a.user_id = p_user_id and a.book = 'real' and a.amount_micros > 0
      and p_admin_id in (a.admin_id, a.confirmed_by))
  ) and (funds_mode() = 'live' or exists (select 1 from administrators o where o.id <> p_admin_id and not o.disabled))
$$;

create function second_admin_above() returns bigint language sql stable as $$
  select second_admin_above_micros from funds_rules order by version desc limit 1
$$;

-- As before, and by the sums of 24 hours.
create or replace function deposits_agreed() returns trigger language plpgsql as $$
declare
  v_left bigint;
begin
  if (new.proposed_by, new.proposed_micros) is distinct from (old.proposed_by, old.proposed_micros)
    and (new.state <> 'processing'
      or num_nulls(new.proposed_by, new.proposed_micros) <> 2 and new.proposed_by is distinct from new.reviewer_id) then
    raise exception 'a deposit is proposed by its reviewer' using errcode = '55000';
  end if;
  if new.state = 'completed' and old.state <> 'completed' then
    perform lock_decisions(new.user_id, new.reviewer_id);
    v_left := second_admin_above() - credited_alone(new.user_id, new.reviewer_id, new.updated_ms - 86400000);
    if new.credited_micros > least(new.amount_micros, v_left) then
      if old.proposed_micros is distinct from new.credited_micros or old.proposed_by = new.reviewer_id then
        raise exception 'this deposit takes two administrators' using errcode = '55000';
      end if;
      perform two_agree(old.proposed_by, new.reviewer_id, new.updated_ms);
    end if;
  end if;
  return new;
end
$$;

create or replace function withdrawals_agreed() returns trigger language plpgsql as $$
begin
  perform lock_decisions(new.user_id, new.paid_by);
  if is_barred_payer(new.user_id, new.paid_by) then
    raise exception 'this withdrawal is paid by another one than credited its user' using errcode = '55000';
  end if;
  if new.amount_micros > second_admin_above() - paid_alone(new.user_id, new.paid_by, new.updated_ms - 86400000) then
    if new.approved_by = new.paid_by then
      raise exception 'this withdrawal takes two administrators' using errcode = '55000';
    end if;
    perform two_agree(new.approved_by, new.paid_by, new.updated_ms);
  end if;
  return new;
end
$$;

create or replace function withdrawal_returns_agreed() returns trigger language plpgsql as $$
declare
  v_paid_by bigint;
begin
  perform lock_decisions(new.user_id, new.admin_id);
  select w.paid_by into v_paid_by from withdrawals w where w.id = new.withdrawal_id
    and w.amount_micros > second_admin_above() - credited_alone(new.user_id, new.admin_id, new.created_ms - 86400000);
  if v_paid_by = new.admin_id then
    raise exception 'this withdrawal takes two administrators' using errcode = '55000';
  end if;
  if v_paid_by is not null then
    perform two_agree(v_paid_by, new.admin_id, new.created_ms);
  end if;
  return new;
end
$$;

-- Practice funds that one administrator moves.
create function adjustments_agreed() returns trigger language plpgsql as $$
begin
  perform lock_decisions(new.user_id, new.admin_id);
  -- A repeated request inserts nothing.
  if exists (select 1 from balance_adjustments a where a.admin_id = new.admin_id and a.request_id = new.request_id) then
    return new;
  end if;
  if abs(new.amount_micros) > second_admin_above() - adjusted_alone(new.user_id, new.admin_id, new.created_ms - 86400000) then
    raise exception 'this adjustment takes two administrators' using errcode = '55000';
  end if;
  return new;
end
$$;
create trigger balance_adjustments_agreed before insert on balance_adjustments for each row
  when (new.confirmed_by is null) execute function adjustments_agreed();

-- How an adjustment was asked for by this request before: proposed to another administrator, or done alone. Null: never.
create function adjusted_by_way(p_admin_id bigint, p_request_id text) returns text language sql stable as $$
  select case
    when exists (select 1 from proposals p where p.proposed_by = p_admin_id and p.request_id = p_request_id) then 'proposed'
    when exists (select 1 from balance_adjustments a where a.admin_id = p_admin_id and a.request_id = p_request_id) then 'alone'
  end
$$;

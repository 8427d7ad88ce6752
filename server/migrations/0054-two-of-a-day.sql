-- Acts that take two administrators: whom another one has just made, given a role or let in anew is neither of the two for a
-- day. Times are ms of the service clock.

alter table administrators add column agrees_from_ms bigint not null default 0;

-- From when on somebody agrees who is made, widened or let in anew at that moment. Not on the site's first day: there is
-- nobody yet who could notice it, and nobody else to act with.
create function agrees_from_ms(p_at_ms bigint, p_day_ms bigint) returns bigint language sql stable as $$
  select case when p_at_ms < coalesce(min(created_at_ms), p_at_ms) + p_day_ms then 0 else p_at_ms + p_day_ms end
  from administrators
$$;

-- Refuses when either of them does not agree yet. Nobody changes them until the transaction ends.
create function two_agree(p_first bigint, p_second bigint, p_at_ms bigint) returns void language plpgsql as $$
declare
  v_from_ms bigint;
begin
  select max(a.agrees_from_ms) into v_from_ms
  from (select agrees_from_ms from administrators where id in (p_first, p_second) order by id for share) a;
  if v_from_ms > p_at_ms then
    raise exception 'one of the two administrators agrees from % on', v_from_ms using errcode = '55000';
  end if;
end
$$;

create function proposals_agreed() returns trigger language plpgsql as $$
begin
  perform two_agree(new.proposed_by, new.decided_by, new.decided_ms);
  return new;
end
$$;
create trigger proposals_agreed before update on proposals for each row
  when (new.state = 'done') execute function proposals_agreed();
create trigger voids_agreed before update on voids for each row
  when (old.state = 'proposed' and new.state = 'confirmed') execute function proposals_agreed();

-- As before, and by two who agree.
create or replace function deposits_agreed() returns trigger language plpgsql as $$
begin
  if (new.proposed_by, new.proposed_micros) is distinct from (old.proposed_by, old.proposed_micros)
    and (new.state <> 'processing'
      or num_nulls(new.proposed_by, new.proposed_micros) <> 2 and new.proposed_by is distinct from new.reviewer_id) then
    raise exception 'a deposit is proposed by its reviewer' using errcode = '55000';
  end if;
  if new.state = 'completed' and old.state <> 'completed'
    and new.credited_micros > least(new.amount_micros,
      (select second_admin_above_micros from funds_rules order by version desc limit 1)) then
    if old.proposed_micros is distinct from new.credited_micros or old.proposed_by = new.reviewer_id then
      raise exception 'this deposit takes two administrators' using errcode = '55000';
    end if;
    perform two_agree(old.proposed_by, new.reviewer_id, new.updated_ms);
  end if;
  return new;
end
$$;

-- A large withdrawal is paid by another one than approved it, and taken back by another one than paid it.
create function withdrawals_agreed() returns trigger language plpgsql as $$
begin
  if new.amount_micros > (select second_admin_above_micros from funds_rules order by version desc limit 1) then
    if new.approved_by = new.paid_by then
      raise exception 'this withdrawal takes two administrators' using errcode = '55000';
    end if;
    perform two_agree(new.approved_by, new.paid_by, new.updated_ms);
  end if;
  return new;
end
$$;
create trigger withdrawals_agreed before update on withdrawals for each row
  when (old.state <> 'completed' and new.state = 'completed') execute function withdrawals_agreed();

create function withdrawal_returns_agreed() returns trigger language plpgsql as $$
declare
  v_paid_by bigint;
begin
  select w.paid_by into v_paid_by from withdrawals w where w.id = new.withdrawal_id
    and w.amount_micros > (select second_admin_above_micros from funds_rules order by version desc limit 1);
  if v_paid_by = new.admin_id then
    raise exception 'this withdrawal takes two administrators' using errcode = '55000';
  end if;
  if v_paid_by is not null then
    perform two_agree(v_paid_by, new.admin_id, new.created_ms);
  end if;
  return new;
end
$$;
create trigger withdrawal_returns_agreed before insert on withdrawal_returns for each row
  execute function withdrawal_returns_agreed();

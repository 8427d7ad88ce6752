-- Deposits: what was proposed by an administrator who may no longer do so is dropped when another one takes the order over.

create or replace function deposits_agreed() returns trigger language plpgsql as $$
begin
  if (new.proposed_by, new.proposed_micros) is distinct from (old.proposed_by, old.proposed_micros)
    and (new.state <> 'processing'
      or num_nulls(new.proposed_by, new.proposed_micros) <> 2 and new.proposed_by is distinct from new.reviewer_id) then
    raise exception 'a deposit is proposed by its reviewer' using errcode = '55000';
  end if;
  if new.state = 'completed' and old.state <> 'completed'
    and new.credited_micros > least(new.amount_micros,
      (select second_admin_above_micros from funds_rules order by version desc limit 1))
    and (old.proposed_micros is distinct from new.credited_micros or old.proposed_by = new.reviewer_id) then
    raise exception 'this deposit takes two administrators' using errcode = '55000';
  end if;
  return new;
end
$$;

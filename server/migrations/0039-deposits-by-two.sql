-- Large deposits, and those credited with more than was asked for, take two administrators: one proposes an amount, another
-- one who takes the order over confirms the same.

-- Who last proposed to credit how much. Null: nobody had to.
alter table deposits add column proposed_by bigint;
alter table deposits add column proposed_micros positive_micros;
alter table deposits add check ((proposed_by is null) = (proposed_micros is null));
alter table deposits add check (state <> 'pending' or proposed_by is null);

-- As before, and a deposit's proposal is part of its steps.
create or replace function funds_step_guard() returns trigger language plpgsql as $$
declare
  v_way text;
  v_sealed text[] := array['payer', 'payer_mark', 'payee'];
  v_kept text[] := array['state', 'version', 'reviewer_id', 'credited_micros', 'proposed_by', 'proposed_micros',
    'approved_by', 'approved_ms', 'paid_by', 'payout_ref', 'remark', 'updated_ms', 'ended_ms'];
begin
  if tg_op = 'INSERT' then
    if new.state <> 'pending' or new.version <> 1 or new.reviewer_id is not null then
      raise exception '% begins pending', tg_table_name using errcode = '55000';
    end if;
    return new;
  end if;
  if tg_op <> 'UPDATE' then
    raise exception '% keeps its rows', tg_table_name using errcode = '55000';
  end if;
  -- Sealed anew with another key: the same account.
  if to_jsonb(new) - v_sealed = to_jsonb(old) - v_sealed then
    return new;
  end if;
  v_way := old.state || '>' || new.state;
  if v_way not in ('pending>processing', 'processing>processing', 'processing>completed', 'processing>rejected')
    and not (v_way = 'pending>failed' and tg_table_name = 'deposits')
    and not (v_way = 'processing>failed' and tg_table_name = 'withdrawals') then
    raise exception '% cannot go %', tg_table_name, v_way using errcode = '55000';
  end if;
  if new.version <> old.version + 1 then
    raise exception '% counts its steps', tg_table_name using errcode = '55000';
  end if;
  if to_jsonb(new) - v_kept <> to_jsonb(old) - v_kept then
    raise exception '% keeps what was asked for', tg_table_name using errcode = '55000';
  end if;
  return new;
end
$$;

-- What is proposed stays as it is unless its reviewer proposes anew; what takes two is credited by another one than proposed it.
create function deposits_agreed() returns trigger language plpgsql as $$
begin
  if (new.proposed_by, new.proposed_micros) is distinct from (old.proposed_by, old.proposed_micros)
    and (new.state <> 'processing' or new.proposed_by is distinct from new.reviewer_id) then
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
create trigger deposits_agreed before update on deposits for each row execute function deposits_agreed();

-- Deposits to a wallet name the transaction on the blockchain: its user may tell it with the request, and who credits it
-- confirms it. One transaction credits one deposit.

alter table deposits
  -- What the user told; part of what was asked for.
  add column told_ref text check (length(told_ref) between 4 and 200),
  -- What was confirmed, or is proposed by the first of two administrators.
  add column payment_ref text check (length(payment_ref) between 4 and 200);
create unique index deposits_payment_ref on deposits (payment_ref) where payment_ref is not null and state = 'completed';
-- Others that name the same one are shown to who reviews it.
create index deposits_told_ref on deposits (told_ref) where told_ref is not null;

-- What identifies a payment outside of this site. Null: nothing does, or it was made before this was recorded.
alter table bills add column reference text;

-- As before, and the transaction is part of a deposit's steps.
create or replace function funds_step_guard() returns trigger language plpgsql as $$
declare
  v_way text;
  v_sealed text[] := array['payer', 'payer_mark', 'payee'];
  v_kept text[] := array['state', 'version', 'reviewer_id', 'credited_micros', 'proposed_by', 'proposed_micros', 'payment_ref',
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

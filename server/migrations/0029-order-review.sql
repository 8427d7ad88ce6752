-- What administrators look up when they review deposits and withdrawals.

-- Lists by state in the order of their ids; by the few of a method or an amount where there are few.
create index deposits_by_state on deposits (state, id);
create index deposits_by_method on deposits (method_id, state, id);
create index deposits_by_amount on deposits (amount_micros, id);
create index withdrawals_by_state on withdrawals (state, id);
create index withdrawals_by_method on withdrawals (coalesce(network, method), state, id);
create index withdrawals_by_amount on withdrawals (amount_micros, id);
create index withdrawals_by_address on withdrawals (address, id) where address is not null;

-- Names by their beginning, byte by byte in any collation.
create index users_by_name on users (username_key text_pattern_ops);

-- The ledger of one user in the real book, each transfer under each user it moved money of. Practice has no part in it.
create index transfers_from_user on transfers (debit_user_id, id) where book = 'real' and debit_user_id is not null;
create index transfers_to_user on transfers (credit_user_id, id)
  where book = 'real' and credit_user_id is not null and credit_user_id is distinct from debit_user_id;

-- The newest sign-in before a time, also of a session that was left.
create index user_sessions_by_time on user_sessions (user_id, created_at_ms);

-- Tells the payer's account number from others without telling it: keyed with the installation's secret, changed with it.
-- Null: not made yet, of a deposit from before there was one.
alter table deposits add column payer_mark text;
create index deposits_by_payer on deposits (payer_mark);
create index deposits_unmarked on deposits (id) where payer_mark is null;

-- As before, and the mark goes with the account it is of.
create or replace function funds_step_guard() returns trigger language plpgsql as $$
declare
  v_way text;
  v_sealed text[] := array['payer', 'payer_mark', 'payee'];
  v_kept text[] := array['state', 'version', 'reviewer_id', 'credited_micros', 'approved_by', 'approved_ms', 'paid_by',
    'payout_ref', 'remark', 'updated_ms', 'ended_ms'];
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

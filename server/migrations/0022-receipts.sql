-- What users hand in beside a deposit, papers that may be PDFs, and how balances came about day by day.

-- The receipt of a deposit, as its user handed it in: a picture made anew, or a PDF that was looked through. At most one;
-- nobody changes it once a reviewer has the deposit.
create table deposit_receipts (
  deposit_id bigint primary key references deposits (id),
  content_type text not null check (content_type in ('image/jpeg', 'application/pdf')),
  sealed bytea not null check (length(sealed) between 1 and 8388608),
  uploaded_ms bigint not null
);
-- Compressed already.
alter table deposit_receipts alter column sealed set storage external;

-- Sealed anew with another key: the same receipt.
create function receipts_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - 'sealed' = to_jsonb(old) - 'sealed' then
    return new;
  end if;
  if (select d.state from deposits d where d.id = coalesce(new.deposit_id, old.deposit_id)) <> 'pending' then
    raise exception 'a deposit that was taken on keeps its receipt' using errcode = '55000';
  end if;
  return coalesce(new, old);
end
$$;
create trigger deposit_receipts_stay before insert or update or delete on deposit_receipts
  for each row execute function receipts_guard();

alter table identity_documents add column content_type text not null default 'image/jpeg'
  check (content_type in ('image/jpeg', 'application/pdf'));

-- Practice funds that were issued or brought back to their amount: the only movements of a total without a bill.
create index transfers_of_practice on transfers (ref, created_ms) where kind in ('demo-issue', 'demo-reset');

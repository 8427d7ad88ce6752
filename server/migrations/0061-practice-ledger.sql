-- The ledger of one user in the practice book, as that of the real one: each transfer under each user it moved money of.
-- Built once over the whole ledger, for up to the hour a script may take: one cut off sooner would hold orders up for nothing.
set local statement_timeout = 0;
create index transfers_from_user_demo on transfers (debit_user_id, id) where book = 'demo' and debit_user_id is not null;
create index transfers_to_user_demo on transfers (credit_user_id, id)
  where book = 'demo' and credit_user_id is not null and credit_user_id is distinct from debit_user_id;

-- Corrected balances (0032) move a total as requests do: the partial indexes of bills hold them too.
drop index bills_of_request;
drop index bills_moved;
create index bills_of_request on bills (ref) where type in ('deposit', 'withdraw', 'fee', 'transfer', 'adjustment');
create index bills_moved on bills (user_id, book, completed_ms)
  where type in ('deposit', 'withdraw', 'fee', 'transfer', 'adjustment');

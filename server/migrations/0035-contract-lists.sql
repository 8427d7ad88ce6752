-- What administrators look contracts of all users up by. Rows of contracts are written three times in their life: each index
-- on all of them costs orders and settlement, so there are two, and one on the few whose stake came back.

-- By time, product by product: a list of all products is put together of theirs.
create index contracts_by_product on contracts (product_id, accepted_at_ms, id);
create index contracts_by_stake on contracts (stake_micros, id);
-- Cancelled and equal ones.
create index contracts_returned on contracts (accepted_at_ms, id) where profit_micros = 0;

-- The transfers of a contract by the moments it was accepted and settled. They are never changed and lie in the order of
-- their times, so that this costs their writers next to nothing.
create index transfers_by_time on transfers using brin (created_ms) with (pages_per_range = 16);

-- What lists of contracts look for and is rare is found without the contracts beside it.

-- The real book by time, product by product: beside a busy practice book it is small. Practice pays nothing for this index.
create index contracts_of_real_book on contracts (product_id, accepted_at_ms, id) where book = 'real';
-- Cancelled and equal ones by product, in place of an index by time alone; which are of a book is read in the index itself.
create index contracts_given_back on contracts (product_id, state, accepted_at_ms, id, book) where profit_micros = 0;
drop index contracts_returned;

-- A price of an exchange further than this (basis points) from the second source's speaks for a quarantine. It was 100 in code.
alter table products add column deviation_bps int not null default 100 check (deviation_bps > 0);

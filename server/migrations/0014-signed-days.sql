-- The site signs its commitments to simulated days, with their time (docs/simulated-feed.md). Null: made before this file.
alter table sim_days add column key_id text;
alter table sim_days add column signature bytea check (length(signature) = 64);
alter table sim_days add constraint sim_days_signed check ((key_id is null) = (signature is null));

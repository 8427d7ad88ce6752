-- Stop all older processes first: one that makes simulated prices takes a day with spread volumes for a day of another master
-- seed, and ends.
-- How far the volumes of minutes of a simulated day spread (core/src/simulated-path.ts). Days that were committed to before
-- keep theirs, which are all alike.
alter table sim_days add column volume_spread int not null default 0;

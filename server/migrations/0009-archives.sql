-- Days of a product's price log that were written into a file (docs/proof.md, Archives) before their blocks were removed.
-- The row comes after the file is whole and durable, and before the first block goes. Files never change, nor do rows.
create table log_archives (
  product_id int not null references products (id),
  -- Days since 1970-01-01 UTC: that of the last entry of each block.
  day int not null,
  "precision" smallint not null,
  first_number int not null,
  last_number int not null,
  first_seq bigint not null,
  last_seq bigint not null,
  -- Time of the last entry.
  last_time_ms bigint not null,
  -- Below the archive folder; its bytes and their hash.
  file text not null,
  bytes bigint not null,
  sha256 bytea not null check (length(sha256) = 32),
  -- The file is some gzip members on end: where those with blocks begin, and the last seq and time in each.
  part_offsets bigint[] not null,
  part_last_seqs bigint[] not null,
  part_last_times bigint[] not null,
  primary key (product_id, day),
  check (last_number >= first_number and last_seq >= first_seq),
  check (cardinality(part_offsets) > 0 and cardinality(part_offsets) = cardinality(part_last_seqs)
    and cardinality(part_offsets) = cardinality(part_last_times))
);
create unique index log_archives_by_number on log_archives (product_id, last_number);
create trigger log_archives_stay before update or delete or truncate on log_archives
  for each statement execute function refuse_change();

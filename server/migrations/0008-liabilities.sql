-- What is owed to users, once a day and book: a tree of all balances under a signed root (docs/proof.md, Liabilities).

create table liability_trees (
  book book_name not null,
  -- Days since 1970-01-01 UTC.
  day int not null,
  -- Moment of the balances.
  taken_ms bigint not null,
  leaf_count int not null check (leaf_count >= 0),
  total_micros not_negative_micros not null,
  root bytea not null check (length(root) = 32),
  key_id text not null,
  signature bytea not null check (length(signature) = 64),
  -- What salts are made of, and the roots of the chunks of leaves; gone when the leaves are.
  secret bytea check (length(secret) = 32),
  chunk_roots bytea,
  primary key (book, day),
  check ((secret is null) = (chunk_roots is null))
);

-- Leaves in the order of the tree, 1024 a row: sum 8, hash 32 each.
create table liability_leaves (
  book book_name not null,
  day int not null,
  chunk int not null,
  packed bytea not null,
  primary key (book, day, chunk)
);
alter table liability_leaves alter column packed set storage external;

-- Where each user's two parts stand, ascending by user, 1024 users a row: user 8, amounts 8 each, places 4 each.
create table liability_shares (
  book book_name not null,
  day int not null,
  last_user_id bigint not null,
  packed bytea not null,
  primary key (book, day, last_user_id)
);
alter table liability_shares alter column packed set storage external;

-- Which process makes the trees of a day, for a while: by the database's own clock.
create table liability_claims (
  day int primary key,
  owner text not null,
  until_db_ms bigint not null
);

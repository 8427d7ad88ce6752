-- What a derived price of the log was made of: the best bid and ask of two pairs, as their source wrote them, beside the number
-- of the tick. Kept as long as the raw log.
create table tick_legs (
  seq bigint not null,
  base_ms bigint not null,
  quote_ms bigint not null,
  product_id int not null references products (id),
  base_pair text not null,
  base_bid text not null,
  base_ask text not null,
  quote_pair text not null,
  quote_bid text not null,
  quote_ask text not null,
  primary key (product_id, seq)
);

-- Candles of trades that an exchange told too late for the log, beside those built from its ticks, which stay what the log gives.
create table missed_candles (
  product_id int not null references products (id),
  period smallint not null check (period between 0 and 7),
  -- No tick of the candle stands before these trades, or none after them.
  opens boolean not null,
  closes boolean not null,
  open_time_ms bigint not null,
  open bigint not null,
  high bigint not null,
  low bigint not null,
  close bigint not null,
  volume_micros bigint not null,
  primary key (product_id, period, open_time_ms),
  check (low <= open and low <= close and high >= open and high >= close)
);

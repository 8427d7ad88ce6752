-- Prices users want to be told of, once. Times are milliseconds by the service clock, prices integers of the product's precision.
create table price_alerts (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  product_id int not null references products (id),
  -- `up`: at this price or above; `down`: at it or below.
  direction text not null check (direction in ('up', 'down')),
  price bigint not null check (price > 0),
  -- The newest tick the user could know of: a later one fires it.
  after_seq bigint not null,
  -- False until the engine of its product has looked at the ticks since then. From then on it looks at each new one.
  watched boolean not null default false,
  created_ms bigint not null
);
-- The nearest price on either side of a product's newest one is one step into it.
create index price_alerts_by_price on price_alerts (product_id, direction, price);
create unique index price_alerts_of_user on price_alerts (user_id, product_id, direction, price);
create index price_alerts_unwatched on price_alerts (product_id) where not watched;

-- How far the log of a product has been held against every watched alert: whoever takes a product over goes on from there.
create table price_alert_progress (
  product_id int primary key references products (id),
  through_seq bigint not null
);

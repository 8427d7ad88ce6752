-- Wallets as a way to sign in. Times are milliseconds by the service clock.

create table user_wallets (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  chain text not null check (chain in ('eth', 'tron')),
  -- In its one spelling (EIP-55, base58check): chain and address are the account.
  address text not null,
  -- Which program keeps the key, as the browser told; only shown.
  wallet text check (wallet in ('metamask', 'trust', 'tronlink')),
  linked_at_ms bigint not null,
  last_used_at_ms bigint,
  unique (chain, address)
);
create index user_wallets_user on user_wallets (user_id, id);

-- What was issued to be signed. Kept for a while after its end, so that a late or second use is told apart from an invention.
create table wallet_messages (
  nonce text primary key,
  purpose text not null check (purpose in ('login', 'link')),
  -- Whose account a wallet is to be linked to; null: signing in.
  user_id bigint references users (id),
  chain text not null check (chain in ('eth', 'tron')),
  address text not null,
  -- SHA-256 of the cookie of the browser that asked.
  browser_sha256 bytea not null,
  message text not null,
  expires_at_ms bigint not null,
  used_at_ms bigint,
  check ((purpose = 'link') = (user_id is not null))
);
create index wallet_messages_expiry on wallet_messages (expires_at_ms);

-- Mails on their way out, and the codes that some of them carry. Times are milliseconds by the service clock.

-- Written in the transaction a mail tells of, removed once an SMTP server has taken it.
create table mail_queue (
  id bigint generated always as identity primary key,
  -- Which text it becomes.
  kind text not null,
  -- Whom it is for and what it says, a code above all: sealed under a key that is not in the database.
  sealed text not null,
  created_ms bigint not null,
  -- When it may be tried; while a process tries, when others may.
  due_ms bigint not null,
  -- Not sent after this: a code that has run out helps nobody.
  expires_ms bigint not null,
  attempts int not null default 0
);
create index mail_queue_due on mail_queue (due_ms, id);
-- As the outbox it turns over: dead rows must not pile up where no autovacuum runs.
alter table mail_queue set (fillfactor = 70);

-- One row for every code that was asked for, whether an account has the address or not: nothing here tells.
create table mail_codes (
  id bigint generated always as identity primary key,
  purpose text not null check (purpose in ('login', 'reset')),
  -- SHA-256 of the folded address.
  email_sha256 bytea not null,
  -- Where it was asked for: a network address, IPv6 as its /64.
  address text not null,
  -- Only of a device the account's owner has signed in from before.
  device_sha256 bytea,
  -- The browser that asked, by a cookie made for this code.
  browser_sha256 bytea not null unique,
  -- Over cookie, address and code: without the cookie nobody finds the six digits by trying them all.
  code_sha256 bytea not null,
  attempts_left smallint not null,
  created_at_ms bigint not null,
  expires_at_ms bigint not null,
  -- A code for a new password opens this account, in this browser, until it expires or is spent.
  user_id bigint references users (id),
  spent_at_ms bigint
);
create index mail_codes_email on mail_codes (email_sha256, created_at_ms);
create index mail_codes_address on mail_codes (address, created_at_ms);
create index mail_codes_time on mail_codes (created_at_ms);

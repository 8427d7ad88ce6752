-- Who reads the mails of an address, and how often one mailbox is told. Times are milliseconds by the service clock.

-- Null: nobody has shown yet that he reads the mails there; whoever registers may name any address.
alter table users add column email_proved_at_ms bigint;
-- An address that was changed counted once a code mailed there had come back.
update users set email_proved_at_ms = email_changed_at_ms;

-- One row for a mailbox and a kind of mail that anybody could cause often.
create table mail_spacing (
  -- Kind and SHA-256 of the folded address.
  slot text primary key,
  -- When the last one was due, or the one that waits will be.
  due_ms bigint not null,
  -- The letter of that time, in `mail_queue` until it is sent.
  mail_id bigint
);

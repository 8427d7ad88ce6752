-- What a session was opened by: how it is left, and which end with a wallet.

alter table user_sessions
  add column method text not null default 'password' check (method in ('password', 'email', 'wallet')),
  -- The row of the wallet that signed, also when that is gone. Null: none did, or it was opened before this was kept.
  add column wallet_id bigint,
  -- The proof given anew was a mailed code, which does not count for everything.
  add column proved_by_mail boolean not null default false;
-- Session and history were written at the same moment.
update user_sessions s set method = h.method
from login_history h
where h.user_id = s.user_id and h.at_ms = s.created_at_ms and h.outcome = 'signed-in' and h.method <> 'password'
  and s.revoked_at_ms is null;

alter table sign_in_tickets add column wallet_id bigint;

-- 'prove': a user without a password shows by the mailbox of his address that a session is his.
alter table mail_codes drop constraint mail_codes_purpose_check;
alter table mail_codes add constraint mail_codes_purpose_check check (purpose in ('login', 'reset', 'email', 'prove'));
alter table mail_codes drop constraint mail_codes_user_check;
alter table mail_codes add constraint mail_codes_user_check check (purpose not in ('email', 'prove') or user_id is not null);

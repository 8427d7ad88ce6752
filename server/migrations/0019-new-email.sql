-- A mail address that changes. Times are milliseconds by the service clock.

-- The address of the registration is no change of it.
alter table users add column email_changed_at_ms bigint;

-- 'email': for a new address. The user who asked is known from the beginning, and the code is good for nobody else.
alter table mail_codes drop constraint mail_codes_purpose_check;
alter table mail_codes add constraint mail_codes_purpose_check check (purpose in ('login', 'reset', 'email'));
alter table mail_codes add constraint mail_codes_user_check check (purpose <> 'email' or user_id is not null);
create index mail_codes_user on mail_codes (user_id, created_at_ms) where user_id is not null;

-- Before a new way to sign in is added, a session has to show again whose it is. Times are milliseconds by the service clock.

-- When it did; null: it did not, or that was used for something since.
alter table user_sessions add column proved_at_ms bigint;

-- 'prove': signed with a wallet that is linked already, by a user who has no password.
alter table wallet_messages drop constraint wallet_messages_purpose_check;
alter table wallet_messages drop constraint wallet_messages_check;
alter table wallet_messages add constraint wallet_messages_purpose_check check (purpose in ('login', 'link', 'prove'));
alter table wallet_messages add constraint wallet_messages_user_check check ((purpose = 'login') = (user_id is null));

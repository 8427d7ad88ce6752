-- Of a sign-in by a mailed code that waits for a choice, as nobody had confirmed the address: the address the code went to.
-- Null: the sign-in waits for its second step.
alter table sign_in_tickets add column email_key text;

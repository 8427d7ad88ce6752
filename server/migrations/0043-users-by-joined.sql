-- Users of a time, in its order: the newest were read one by one until it was reached.
create index users_by_joined on users (created_at_ms, id);

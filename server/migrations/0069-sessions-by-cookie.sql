-- A sign-in ends the session whose cookie its browser still shows, also where the account knows that browser no more.
create index user_sessions_cookie on user_sessions (cookie_sha256)
  where revoked_at_ms is null and cookie_sha256 is not null;

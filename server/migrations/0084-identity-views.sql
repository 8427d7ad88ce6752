-- An identity is confirmed by an administrator who has opened each of its documents, and a confirmation can be revoked with a
-- reason. Times are ms of the service clock.

-- Who opened which document of a check, and when first.
create table identity_views (
  check_id bigint not null,
  side text not null,
  admin_id bigint not null,
  seen_at_ms bigint not null,
  primary key (check_id, side, admin_id),
  -- Goes with the document.
  foreign key (check_id, side) references identity_documents (check_id, side) on delete cascade
);

-- The values are checked for new rows only, as older ones keep the rules that were narrower: nothing is read while tables are locked.
alter table identity_checks
  add column decided_by bigint,
  add column revoked_at_ms bigint,
  add column revoked_by bigint,
  drop constraint identity_checks_state_check,
  add constraint identity_checks_state_check check (state in ('pending', 'verified', 'refused', 'revoked')) not valid,
  -- The reason is for the user to read: of a refusal, and of a confirmation that was revoked.
  drop constraint identity_checks_check1,
  add constraint identity_checks_reason check ((state in ('refused', 'revoked')) = (reason is not null)) not valid,
  add constraint identity_checks_revoked
    check ((state = 'revoked') = (revoked_at_ms is not null) and (state = 'revoked') = (revoked_by is not null)) not valid;

alter table users
  drop constraint users_identity_status_check,
  add constraint users_identity_status_check
    check (identity_status in ('none', 'pending', 'verified', 'refused', 'revoked')) not valid;

-- A sign-in by a mailed code that waits for a choice, as nobody had confirmed the address, is called that in the history.
alter table login_history
  drop constraint login_history_outcome_check,
  add constraint login_history_outcome_check
    check (outcome in ('signed-in', 'code-asked', 'choice-asked', 'wrong-password', 'wrong-code')) not valid;

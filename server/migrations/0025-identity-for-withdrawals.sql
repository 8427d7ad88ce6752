-- A version of the rules of money that comes and goes may ask for the identity check before a withdrawal.
alter table funds_rules add column identity_required boolean not null default false;

-- Versions that do not ask for it have the hash they always had.
create or replace function hash_funds_rules() returns trigger language plpgsql as $$
declare
  left_out text[] := array['hash', 'created_ms'] || case when new.identity_required then '{}' else array['identity_required'] end;
begin
  new.hash := sha256(convert_to((to_jsonb(new) - left_out)::text, 'UTF8'));
  return new;
end
$$;

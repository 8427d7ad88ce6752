-- As before, but a user who stops his trading, or whoever uses his open session for it, is told whatever is switched off.
create or replace function notifications_add(
  p_now_ms bigint, p_user_ids bigint[], p_types text[], p_kinds text[], p_priorities text[], p_data jsonb[]
) returns bigint[] language plpgsql as $$
declare
  v_ids bigint[];
begin
  with asked as materialized (
    select u.*, u.kind in (
      'withdrawal-pending', 'withdrawal-completed', 'transfer-sent', 'address-saved', 'address-removed',
      'address-default', 'password-changed', 'email-changed',
      'address-claimed', 'two-factor-on', 'two-factor-off', 'two-factor-blocked', 'recovery-codes', 'wallet-linked', 'wallet-unlinked',
      'self-excluded'
    ) or coalesce(
      case when u.kind = 'price-alert' then s.price_alerts when u.type = 'trade' then s.trade else s.system end, true) as wanted
    from unnest(p_user_ids, p_types, p_kinds, p_priorities, p_data) with ordinality
      as u (user_id, type, kind, priority, data, ord)
    left join (select * from notification_settings n where n.user_id = any (p_user_ids)) s on s.user_id = u.user_id
  ), added as (
    insert into notices (user_id, type, kind, priority, data, created_ms)
    select a.user_id, a.type, a.kind, a.priority, a.data, p_now_ms from asked a where a.wanted order by a.ord
    returning id
  ), by_id as (
    select added.id, row_number() over (order by added.id) as place from added
  ), by_place as (
    select a.ord, row_number() over (order by a.ord) as place from asked a where a.wanted
  )
  select array_agg(by_id.id order by a.ord) into v_ids
  from asked a left join by_place on by_place.ord = a.ord left join by_id on by_id.place = by_place.place;
  return v_ids;
end
$$;

-- When the address of a member's account changed last, for the member's own request: an array of one
-- time, or of none when it never changed.
create function public.address_changes(p_user_id uuid)
returns timestamptz[]
language sql
stable
security definer
set search_path = ''
as $$
  select array(
    select changed_at from private.changed_addresses where user_id = p_user_id
  );
$$;

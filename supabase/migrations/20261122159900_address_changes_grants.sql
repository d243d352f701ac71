-- Rights for the previous migration. The local stack runs this file again, like every *_grants.sql.
revoke all on function public.address_changes(uuid) from public, anon, authenticated, service_role;
grant execute on function public.address_changes(uuid) to service_role;

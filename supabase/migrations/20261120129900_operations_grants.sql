-- Rights of what the migration before this one added; run again by the local stack like every file
-- of this name.
revoke all on all tables in schema operations from public, anon, authenticated, service_role;
revoke all on all tables in schema private from public, anon, authenticated, service_role;
revoke all on all functions in schema private from public, anon, authenticated, service_role;
revoke all on function public.erase_member(uuid) from public, anon, authenticated, service_role;
revoke all on function public.erase_payer(text) from public, anon, authenticated, service_role;

grant usage on schema operations to service_role;
grant select on all tables in schema operations to service_role;
grant execute on function public.erase_member(uuid) to service_role;
grant execute on function public.erase_payer(text) to service_role;

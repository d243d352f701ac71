-- Rights on tables and functions. Row level security decides about rows; grants decide who may try at
-- all. The file can be run again at any time, and the local stack does so, because its backend grants
-- everything to everybody on its first request (§20.21). A later migration that adds a table or a
-- function puts its rights into a file named *_grants.sql too.

alter default privileges in schema public
  revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public
  revoke all on sequences from anon, authenticated, service_role;
alter default privileges in schema public
  revoke all on functions from anon, authenticated, service_role;

revoke all on all tables in schema public from public, anon, authenticated, service_role;
revoke all on all sequences in schema public from public, anon, authenticated, service_role;
revoke all on all functions in schema public from public, anon, authenticated, service_role;
revoke all on all functions in schema private from public, anon, authenticated, service_role;

grant usage on schema public to anon, authenticated, service_role;

grant select on public.home to anon, authenticated;
grant select on public.profiles to authenticated;
-- The profile form sends the address too (§7.4); the guard trigger refuses to change it.
grant update (email, firstname, lastname, phonenumber, referralcode, profileimage)
  on public.profiles to authenticated;
grant select on public.orders to authenticated;
-- Only what the dashboard shows. Who paid and why a bank refused must not reach the browser: the payer
-- of a member's order can be somebody else.
grant select (id, order_id, status, amount, amount_refunded, review)
  on public.payments to authenticated;
grant select, insert, update, delete on all tables in schema public to service_role;

grant execute on function public.claimable_orders() to authenticated;
grant execute on function public.claim_order(uuid) to authenticated;
grant execute on function public.open_order(text, integer, uuid, uuid) to service_role;
grant execute on function public.attach_provider_order(uuid, text) to service_role;
grant execute on function public.apply_payment_event(text, text, text) to service_role;
grant execute on function public.count_page_view(text) to service_role;
-- Called by the policies of the bucket, as the member who uploads.
grant execute on function private.has_room_for_picture(text) to authenticated;

-- Rights for the previous migration. The local stack runs this file again, like every *_grants.sql.
revoke all on all tables in schema operations from public, anon, authenticated, service_role;
revoke all on all tables in schema private from public, anon, authenticated, service_role;
revoke all on function
  private.is_erased(uuid, text),
  private.keep_erased_payment(),
  private.keep_erased_event(),
  private.forget_payer(uuid[], text),
  private.orders_paid_by(text),
  public.pictures_of(uuid),
  public.payments_by(text),
  public.erase_member(uuid),
  public.erase_payer(text)
from public, anon, authenticated, service_role;

grant usage on schema operations to service_role;
grant select on all tables in schema operations to service_role;
grant execute on function public.pictures_of(uuid) to service_role;
grant execute on function public.payments_by(text) to service_role;
grant execute on function public.erase_member(uuid) to service_role;
grant execute on function public.erase_payer(text) to service_role;

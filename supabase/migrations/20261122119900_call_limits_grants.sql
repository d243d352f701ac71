-- Rights for the previous migration. The local stack runs this file again, like every *_grants.sql.
revoke all on table private.call_counts from public, anon, authenticated, service_role;
revoke all on function
  private.within_limit(text, text, integer, interval),
  public.count_limited_page_view(text, text),
  public.forget_callers()
from public, anon, authenticated, service_role;

grant execute on function public.count_limited_page_view(text, text) to service_role;
grant execute on function public.forget_callers() to service_role;

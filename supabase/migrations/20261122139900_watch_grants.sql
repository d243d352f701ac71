-- Rights for the watch. The local stack runs this file again, like every *_grants.sql.
revoke all on private.job_runs, private.matters from public, anon, authenticated, service_role;
revoke all on function
  private.matters_now(),
  public.note_run(text),
  public.reconciler_is_alive(),
  public.take_matters(jsonb),
  public.note_told(text[])
from public, anon, authenticated, service_role;

grant execute on function public.note_run(text) to service_role;
grant execute on function public.reconciler_is_alive() to service_role;
grant execute on function public.take_matters(jsonb) to service_role;
grant execute on function public.note_told(text[]) to service_role;

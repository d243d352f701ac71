-- Rights for messages, retention, the community and material. The local stack runs this file again, like
-- every *_grants.sql.
revoke all on private.messages, private.idle_accounts from public, anon, authenticated, service_role;
revoke all on
  operations.open_messages, operations.accounts_not_erased, operations.jobs, operations.health
from public, anon, authenticated, service_role;
revoke all on function
  private.messages_json(integer[]),
  private.messages_from(text),
  private.erase_messages(integer[]),
  private.forget_messages_of(text),
  private.forget_messages_of_account(),
  private.matters_of_messages(),
  private.matters_before_health(),
  private.matters_now(),
  operations.answer_message(integer, text),
  operations.settle_message(integer, text),
  public.send_message(uuid, text, text, text, text, text, boolean, uuid, text),
  public.messages_of(uuid),
  public.messages_by(text),
  private.books_kept_from(date),
  private.last_seen(uuid),
  private.idle_mail_holds(text, jsonb),
  private.mail_still_holds(text, jsonb),
  private.days_without_webhooks(),
  private.matters_of_running(),
  public.forget_old_messages(),
  public.forget_old_proofs(),
  public.forget_old_log(),
  public.forget_old_buyers(),
  public.tell_idle_accounts(),
  public.accounts_to_erase(),
  public.mail_matters(text, text[], text[])
from public, anon, authenticated, service_role;

grant execute on function public.send_message(uuid, text, text, text, text, text, boolean, uuid, text) to service_role;
grant execute on function public.messages_of(uuid) to service_role;
grant execute on function public.messages_by(text) to service_role;
grant execute on function public.forget_old_messages() to service_role;
grant execute on function public.forget_old_proofs() to service_role;
grant execute on function public.forget_old_log() to service_role;
grant execute on function public.forget_old_buyers() to service_role;
grant execute on function public.tell_idle_accounts() to service_role;
grant execute on function public.accounts_to_erase() to service_role;
grant execute on function public.mail_matters(text, text[], text[]) to service_role;

revoke all on public.community_links, private.material from public, anon, authenticated, service_role;
revoke all on function
  operations.put_material(text, text, text, boolean, boolean),
  private.has_paid_pack(uuid),
  public.my_material(),
  public.material_ready()
from public, anon, authenticated, service_role;

grant select on public.community_links to authenticated;
grant select, insert, update, delete on public.community_links to service_role;
grant execute on function public.my_material() to authenticated;
grant execute on function public.material_ready() to service_role;

-- Rights for the outbox. The local stack runs this file again, like every *_grants.sql.
revoke all on private.outbox, private.mail_faults from public, anon, authenticated, service_role;
revoke all on operations.mails_failed, operations.health
from public, anon, authenticated, service_role;
revoke all on function
  private.is_address(text),
  private.add_mail(text, text, jsonb, text, integer, timestamptz, timestamptz),
  private.note_mail_fault(text, jsonb, text),
  private.queue_mail(text, text, jsonb, text, integer, timestamptz, timestamptz),
  private.add_receipt(uuid),
  private.add_account_mail(text, uuid, text, jsonb, integer),
  private.add_mail_about(text, uuid, timestamptz),
  private.mail_about_row(),
  private.repair_mails(),
  private.mail_still_holds(text, jsonb),
  private.mail_pause(integer),
  private.put_mail_off(uuid, text, boolean),
  private.erase_mails(uuid[]),
  private.forget_mails_to(uuid[], text),
  operations.send_again(uuid),
  public.claim_mails(integer),
  public.mail_sent(uuid, uuid),
  public.mail_failed(uuid, uuid, text, boolean),
  public.forget_mails(),
  public.mails_to(text)
from public, anon, authenticated, service_role;

grant execute on function public.claim_mails(integer) to service_role;
grant execute on function public.mail_sent(uuid, uuid) to service_role;
grant execute on function public.mail_failed(uuid, uuid, text, boolean) to service_role;
grant execute on function public.forget_mails() to service_role;
grant execute on function public.mails_to(text) to service_role;

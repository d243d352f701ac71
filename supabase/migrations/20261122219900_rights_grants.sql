-- Rights for what members do with their data. The local stack runs this file again, like every *_grants.sql.
revoke all on private.accepted_terms, private.email_changes
from public, anon, authenticated, service_role;
revoke all on function
  private.own_addresses(uuid),
  private.forget_account(uuid),
  private.tell_account_closed(auth.users),
  private.forget_last_mails(),
  private.lock_folder(text, text),
  private.hold_folder(text, text),
  private.check_file(),
  private.erase_account(uuid, text),
  private.keep_accepted_terms(),
  private.accepted_terms_json(uuid),
  private.forget_mailed_tokens(uuid),
  private.follow_email(),
  private.email_mail_holds(text, jsonb),
  private.mail_still_holds(text, jsonb),
  public.may_try_password(uuid),
  public.what_closing_ends(),
  public.forget_mails(),
  public.erase_member(uuid),
  public.close_account(uuid),
  public.my_consents(),
  public.account_of(uuid),
  public.ask_email_change(text),
  public.confirm_email_change(text),
  public.cancel_email_change(),
  public.my_email()
from public, anon, authenticated, service_role;

grant execute on function public.what_closing_ends() to authenticated;
grant execute on function public.my_consents() to authenticated;
grant execute on function public.my_email() to authenticated;
grant execute on function public.ask_email_change(text) to authenticated;
grant execute on function public.confirm_email_change(text) to authenticated;
grant execute on function public.cancel_email_change() to authenticated;

grant execute on function public.may_try_password(uuid) to service_role;
grant execute on function public.forget_mails() to service_role;
grant execute on function public.erase_member(uuid) to service_role;
grant execute on function public.close_account(uuid) to service_role;
grant execute on function public.account_of(uuid) to service_role;

-- Rights for loans. The local stack runs this file again, like every *_grants.sql. Members and the service
-- reach the tables through functions alone.
revoke all on
  private.lenders,
  private.lender_contacts,
  private.consent_texts,
  private.loan_offers,
  private.loan_requests,
  private.consents,
  private.loan_choices,
  private.loan_choice_steps,
  private.lender_stops,
  private.rate_matches,
  private.rate_match_steps,
  private.loan_group_figures,
  private.loan_group_cells,
  private.loan_group_publications
from public, anon, authenticated, service_role;
revoke all on
  private.open_offers,
  operations.loan_group_for_lenders,
  operations.open_choices,
  operations.open_rate_matches,
  operations.lender_stops
from public, anon, authenticated, service_role;
revoke all on function
  private.keep_consent_text(),
  private.consent_text(text),
  private.guard_loan_offer(),
  private.offer_fits(private.loan_offers, bigint, integer),
  private.lender_json(private.lenders),
  private.guard_consent(),
  private.is_with_lender(text),
  private.is_active_choice(text),
  private.guard_loan_request(),
  private.guard_loan_choice(),
  private.guard_rate_match(),
  private.tell_borrower(text, uuid, jsonb, text, integer, timestamptz),
  private.correct_waiting_mail(text, jsonb),
  private.follow_loan_request(),
  private.follow_loan_choice(),
  private.follow_loan_offer(),
  private.follow_consent(),
  private.follow_rate_match(),
  private.loan_mail_holds(text, jsonb),
  private.ten_lakh(),
  private.counted_amount(bigint),
  private.counting_requests(integer),
  private.publish_group(integer),
  private.lock_loan(uuid),
  private.open_request(uuid),
  private.has_proven_account(uuid),
  private.require_consent(text, integer),
  private.offers_shown_from(),
  private.choice_json(private.loan_choices),
  private.rate_match_json(private.rate_matches),
  private.request_json(private.loan_requests),
  private.loan_json(uuid),
  private.end_choice(uuid),
  private.end_consents(uuid),
  private.is_stale_borrower(uuid),
  private.stale_borrowers(integer),
  private.forget_loans(uuid),
  private.move_choice(uuid, text, text),
  private.move_match(uuid, text, numeric, text),
  private.business_days_since(timestamptz),
  private.matters_now(),
  operations.add_lender(text, text, numeric, text, boolean),
  operations.add_offer(integer, integer, numeric, text, bigint, bigint, integer, integer, text, text, date, text, integer, text, numeric, bigint, bigint, bigint, numeric, text, numeric, uuid),
  operations.withdraw_offer(uuid),
  operations.send_to_lender(uuid),
  operations.sanction(uuid),
  operations.disburse(uuid),
  operations.decline(uuid, text),
  operations.lender_withdrew(uuid, text),
  operations.lender_stopped(uuid),
  operations.rate_match_with_lenders(uuid),
  operations.answer_rate_match(uuid, text, numeric, text),
  operations.members_for_lender(integer),
  public.publish_loan_groups(),
  public.my_loan(),
  public.join_loan_group(text, text, text, date, integer, bigint, integer, text, text, integer),
  public.leave_loan_group(),
  public.choose_offer(uuid, integer),
  public.take_choice_back(uuid),
  public.take_consent_back(uuid),
  public.take_rate_match_back(uuid),
  public.add_rate_match(uuid, text, numeric, bigint, date, integer, text),
  public.forget_rate_match(uuid, uuid),
  public.expire_choices(),
  public.tell_new_offers(),
  public.forget_old_loans(),
  public.loan_of(uuid),
  public.loans_ready()
from public, anon, authenticated, service_role;

grant execute on function public.my_loan() to authenticated;
grant execute on function public.join_loan_group(text, text, text, date, integer, bigint, integer, text, text, integer) to authenticated;
grant execute on function public.leave_loan_group() to authenticated;
grant execute on function public.choose_offer(uuid, integer) to authenticated;
grant execute on function public.take_choice_back(uuid) to authenticated;
grant execute on function public.take_consent_back(uuid) to authenticated;
grant execute on function public.take_rate_match_back(uuid) to authenticated;

grant execute on function public.publish_loan_groups() to service_role;
grant execute on function public.add_rate_match(uuid, text, numeric, bigint, date, integer, text) to service_role;
grant execute on function public.forget_rate_match(uuid, uuid) to service_role;
grant execute on function public.expire_choices() to service_role;
grant execute on function public.tell_new_offers() to service_role;
grant execute on function public.forget_old_loans() to service_role;
grant execute on function public.loan_of(uuid) to service_role;
grant execute on function public.loans_ready() to service_role;

-- Rights for refunds. The local stack runs this file again, like every *_grants.sql. Members and the service
-- reach the tables through functions alone.
revoke all on
  private.refund_requests,
  private.refunds_by_hand,
  private.disputes,
  private.refund_money,
  private.session_days,
  private.event_faults
from public, anon, authenticated, service_role;
revoke all on sequence private.refund_numbers from public, anon, authenticated, service_role;
revoke all on
  operations.open_refunds,
  operations.disputes
from public, anon, authenticated, service_role;
revoke all on function
  private.is_undecided(private.refund_requests),
  private.is_open(private.refund_requests),
  private.guard_refund_request(),
  private.settle_decided_refund(),
  private.is_disputed(uuid),
  private.refund_share(integer, integer, integer),
  private.three_weeks_after(timestamptz),
  private.pack_refund(uuid),
  private.took_place(private.bookings),
  private.refund_terms(uuid[]),
  private.session_refund_terms(private.bookings, private.refund_terms),
  private.require_no_refund(uuid),
  private.guard_refunded_session(),
  private.missed_promise(private.refund_requests),
  private.refund_json(private.refund_requests),
  private.lock_own_pack(uuid, uuid),
  private.locked_request(uuid, uuid),
  private.add_letter(private.refund_requests, integer, text, text),
  private.is_old_payment(public.payments),
  private.settle_refund(uuid, text, text),
  private.note_hand_refunds(text, jsonb),
  private.fits_hand_refund(private.refund_requests, private.refunds_by_hand),
  private.adopt_hand_refunds(text),
  private.refund_number(json),
  private.note_dispute(public.payment_events),
  private.note_refund_event(public.payment_events),
  private.follow_payment_event(),
  private.support_recipient(),
  private.refund_payload(private.refund_requests),
  private.tell_of_refund(text, private.refund_requests, timestamptz),
  private.tell_support_of_refund(private.refund_requests, timestamptz),
  private.follow_refund_request(),
  private.refund_mail_holds(text, jsonb),
  private.request_numbered(text),
  private.require_undecided(private.refund_requests),
  private.refund_matters(),
  private.matters_now(),
  private.old_letter_paths(),
  private.forget_refunds(uuid),
  operations.approve_refund(text),
  operations.refund_session(uuid),
  operations.decline_refund(text, text),
  operations.ask_for_more(text, text),
  operations.pay_refund(text),
  operations.refund_by_transfer(text),
  operations.record_transfer(text, text),
  operations.grant_discount(text, numeric, text),
  operations.record_purchase(text, text, numeric, text, timestamptz, text, text),
  public.my_refunds(),
  public.ask_refund(uuid, integer),
  public.ask_session_refund(uuid, integer),
  public.take_refund_back(uuid),
  public.answer_refund(uuid, text),
  public.ask_offer_refund(uuid, uuid, integer, text, date, date, integer, text, text),
  public.add_refund_file(uuid, uuid, integer, text, text),
  public.forget_refund_file(uuid, uuid, uuid),
  public.claim_refunds(integer),
  public.note_refunds(uuid, jsonb),
  public.note_refusal(uuid, integer, text, boolean),
  public.repair_events(),
  public.refunds_of(uuid)
from public, anon, authenticated, service_role;

grant execute on function public.my_refunds() to authenticated;
grant execute on function public.ask_refund(uuid, integer) to authenticated;
grant execute on function public.ask_session_refund(uuid, integer) to authenticated;
grant execute on function public.take_refund_back(uuid) to authenticated;
grant execute on function public.answer_refund(uuid, text) to authenticated;

grant execute on function public.ask_offer_refund(uuid, uuid, integer, text, date, date, integer, text, text) to service_role;
grant execute on function public.add_refund_file(uuid, uuid, integer, text, text) to service_role;
grant execute on function public.forget_refund_file(uuid, uuid, uuid) to service_role;
grant execute on function public.claim_refunds(integer) to service_role;
grant execute on function public.note_refunds(uuid, jsonb) to service_role;
grant execute on function public.note_refusal(uuid, integer, text, boolean) to service_role;
grant execute on function public.repair_events() to service_role;
grant execute on function public.refunds_of(uuid) to service_role;

-- Rights for sessions. The local stack runs this file again, like every *_grants.sql. Members and the
-- service reach the tables through functions alone.
revoke all on
  private.mentors,
  private.mentor_contacts,
  private.slots,
  private.meeting_links,
  private.proven_addresses,
  private.address_proofs,
  private.second_persons,
  private.free_grants,
  private.past_sessions,
  private.bookings,
  private.feedback,
  private.ratings,
  private.files,
  private.base_figures
from public, anon, authenticated, service_role;
revoke all on
  operations.figures,
  operations.coming_week,
  operations.unfilled_gds,
  operations.late_feedback,
  operations.missing_mentors,
  operations.used_sessions
from public, anon, authenticated, service_role;
revoke all on function
  private.refuse(text, text),
  private.india_day(timestamptz),
  private.end_of_india_day(date),
  private.meeting_url(uuid),
  private.closes_before(text),
  private.guard_slot(),
  private.member(),
  private.token_hash(text),
  private.limit_daily(text, text, integer, text),
  private.has_proven(uuid, text),
  private.pack_contents(text),
  private.costs_session(private.bookings),
  private.pack_balances(uuid[]),
  private.pack_balance(uuid),
  private.free_until(uuid),
  private.require_source(uuid, uuid, uuid, text, timestamptz, boolean),
  private.lock_booking(uuid, uuid, uuid, uuid[]),
  private.guard_booking(),
  private.clean_paragraphs(text),
  private.guard_file(),
  private.session_payload(private.bookings),
  private.tell_member(text, private.bookings, jsonb, timestamptz, timestamptz),
  private.remind_member(private.bookings),
  private.tell_mentor(text, private.slots, text, jsonb, timestamptz, timestamptz),
  private.ask_for_feedback(private.slots),
  private.follow_mentor_address(),
  private.member_payload(private.bookings),
  private.follow_booking(),
  private.follow_slot(),
  private.has_all_feedback(uuid),
  private.session_mail_holds(text, jsonb),
  private.feedback_json(uuid),
  private.slot_for_feedback(uuid, integer, integer),
  private.free_places(),
  private.free_json(uuid),
  private.booking_json(private.bookings),
  private.locked_booking(uuid, uuid, uuid),
  private.require_open_for_booking(uuid),
  private.require_over(uuid, uuid),
  private.second_has_booked(uuid),
  private.packs_json(uuid[], uuid),
  private.orders_to_repair(),
  private.call_off_bookings(uuid[], text),
  private.forget_sessions(uuid),
  private.mail_still_holds(text, jsonb),
  private.matters_now(),
  operations.add_mentor(text, text, text, text),
  operations.open_slots(integer, text, text[], time, integer, date, date, integer, integer),
  operations.cancel_slot(uuid),
  operations.give_session_back(uuid),
  operations.replace_mentor(uuid, integer),
  operations.new_feedback_link(uuid),
  operations.record_past_session(text, text, date),
  operations.set_base_figure(text, integer),
  public.ask_address_proof(text),
  public.redeem_address_proof(text),
  public.open_slots(text, timestamptz, timestamptz),
  public.add_session_file(uuid, uuid, text, integer, text),
  public.file_of(uuid, uuid),
  public.forget_file(uuid, uuid),
  public.forget_files(uuid),
  public.file_paths_of(uuid),
  public.feedback_page(uuid, integer, integer),
  public.file_for_mentor(uuid, integer, integer, uuid),
  public.give_feedback(uuid, integer, integer, uuid, boolean, integer, integer, integer, integer, text, text, text),
  public.cancel_page(uuid, integer, integer),
  public.cancel_by_mentor(uuid, integer, integer),
  public.free_interviews_left(),
  public.free_interview_person(uuid),
  public.grant_free_interview(uuid, text, text, text, text),
  public.book_slot(uuid, uuid, text),
  public.move_booking(uuid, uuid),
  public.cancel_booking(uuid, boolean),
  public.join_session(uuid),
  public.rate_session(uuid, integer, text),
  public.report_no_mentor(uuid),
  public.my_sessions(),
  public.name_second_person(uuid, text),
  public.accept_second_person(uuid, boolean),
  public.call_off_small_gds(),
  public.finish_sessions(),
  public.lapse_free_interviews(),
  public.repair_bookings(),
  public.old_file_paths(),
  public.forget_old_sessions(),
  public.sessions_of(uuid),
  public.sessions_ready()
from public, anon, authenticated, service_role;

grant execute on function public.open_slots(text, timestamptz, timestamptz) to authenticated;
grant execute on function public.my_sessions() to authenticated;
grant execute on function public.book_slot(uuid, uuid, text) to authenticated;
grant execute on function public.move_booking(uuid, uuid) to authenticated;
grant execute on function public.cancel_booking(uuid, boolean) to authenticated;
grant execute on function public.join_session(uuid) to authenticated;
grant execute on function public.rate_session(uuid, integer, text) to authenticated;
grant execute on function public.report_no_mentor(uuid) to authenticated;
grant execute on function public.name_second_person(uuid, text) to authenticated;
grant execute on function public.accept_second_person(uuid, boolean) to authenticated;
grant execute on function public.ask_address_proof(text) to authenticated;
grant execute on function public.redeem_address_proof(text) to authenticated;
grant execute on function public.free_interviews_left() to authenticated;

grant execute on function public.grant_free_interview(uuid, text, text, text, text) to service_role;
grant execute on function public.free_interview_person(uuid) to service_role;
grant execute on function public.feedback_page(uuid, integer, integer) to service_role;
grant execute on function public.give_feedback(uuid, integer, integer, uuid, boolean, integer, integer, integer, integer, text, text, text) to service_role;
grant execute on function public.file_for_mentor(uuid, integer, integer, uuid) to service_role;
grant execute on function public.cancel_page(uuid, integer, integer) to service_role;
grant execute on function public.cancel_by_mentor(uuid, integer, integer) to service_role;
grant execute on function public.add_session_file(uuid, uuid, text, integer, text) to service_role;
grant execute on function public.file_of(uuid, uuid) to service_role;
grant execute on function public.forget_file(uuid, uuid) to service_role;
grant execute on function public.forget_files(uuid) to service_role;
grant execute on function public.file_paths_of(uuid) to service_role;
grant execute on function public.call_off_small_gds() to service_role;
grant execute on function public.finish_sessions() to service_role;
grant execute on function public.lapse_free_interviews() to service_role;
grant execute on function public.repair_bookings() to service_role;
grant execute on function public.old_file_paths() to service_role;
grant execute on function public.forget_old_sessions() to service_role;
grant execute on function public.sessions_of(uuid) to service_role;
grant execute on function public.sessions_ready() to service_role;

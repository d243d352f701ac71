-- Every right there is. Row level security decides about rows; grants decide who may try at all. The file revokes all
-- rights and then grants what the product needs, so it can be run again at any time. The local stack does so, because
-- its backend grants everything to everybody on its first request (§20.21). tests/db/catalog.test.ts lists the same
-- rights.

alter default privileges in schema public
  revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public
  revoke all on sequences from anon, authenticated, service_role;
alter default privileges in schema public
  revoke all on functions from anon, authenticated, service_role;
-- Without a schema, because Postgres itself lets everybody call a new function in any of them.
alter default privileges revoke execute on functions from public;

revoke all on schema private, operations from public, anon, authenticated, service_role;
revoke all on all tables in schema public, private, operations
  from public, anon, authenticated, service_role;
revoke all on all sequences in schema public, private, operations
  from public, anon, authenticated, service_role;
revoke all on all functions in schema public, private, operations
  from public, anon, authenticated, service_role;

-- No policy lets anybody into the tables of private. A table of public switches row level security on where it is made,
-- because a hosted project grants every role all rights on it at once.
do $$
declare
  closed regclass;
begin
  for closed in
    select oid from pg_class
    where relnamespace = 'private'::regnamespace and relkind = 'r' and not relrowsecurity
  loop
    execute format('alter table %s enable row level security', closed);
  end loop;
end;
$$;

grant usage on schema public to anon, authenticated, service_role;
grant usage on schema operations to service_role;

grant select on public.home to anon, authenticated;
grant select on public.community_links to authenticated;
grant select on public.profiles to authenticated;
-- The profile form sends the address too (§7.4); the guard trigger refuses to change it.
grant update (email, firstname, lastname, phonenumber, referralcode, profileimage)
  on public.profiles to authenticated;
grant select on public.orders to authenticated;
-- What the dashboard and a receipt show. Who paid, and why a bank refused, must not reach the browser: the payer of a
-- member's order can be somebody else.
grant select (
  id, order_id, status, amount, amount_refunded, review, method, provider_created_at
) on public.payments to authenticated;
grant select, insert, update, delete on all tables in schema public to service_role;
grant select on
  operations.sales,
  operations.open_orders,
  operations.events_to_review,
  operations.webhook_health,
  private.past_days
to service_role;

-- The bucket's policy calls it as the member who uploads.
grant execute on function private.is_picture_path(text), private.member() to authenticated;
-- The index of profiles by mailbox calls it as whoever changes a profile.
grant execute on function private.person_of_address(text) to authenticated, service_role;

-- Public pages
grant execute on function
  public.count_page_view(text, text),
  public.count_blocked_loads(jsonb, text)
to service_role;

-- Accounts
grant execute on function
  public.ask_address_proof(text, text, boolean),
  public.redeem_link(text, text),
  public.my_email(),
  public.my_referral(),
  public.ask_email_change(text),
  public.confirm_email_change(text),
  public.cancel_email_change()
to authenticated;
grant execute on function
  public.pictures_of(uuid),
  public.may_try_password(uuid)
to service_role;

-- Announcements
grant execute on function public.unsubscribe(text, text) to anon, authenticated;
grant execute on function
  public.wants_announcements(),
  public.set_announcements(boolean)
to authenticated;
grant execute on function public.queue_announcements() to service_role;

-- Payments
grant execute on function
  public.claimable_orders(),
  public.claim_order(uuid),
  public.my_prices()
to authenticated;
grant execute on function
  public.open_order(text, integer, uuid, uuid, text),
  public.check_code(text, text, integer, uuid, text, uuid),
  public.attach_provider_order(uuid, text),
  public.apply_payment_event(text, text, text)
to service_role;

-- Mails
grant execute on function
  public.claim_mails(integer),
  public.mail_sent(uuid, uuid),
  public.mail_failed(uuid, uuid, text, boolean)
to service_role;

-- Sessions
grant execute on function public.next_free_time(), public.public_mentors() to anon, authenticated;
grant execute on function
  public.open_slots(text, timestamptz, timestamptz),
  public.my_sessions(),
  public.book_slot(uuid, uuid, text),
  public.move_booking(uuid, uuid),
  public.cancel_booking(uuid, boolean),
  public.join_session(uuid),
  public.gd_room(uuid),
  public.show_name(uuid, boolean),
  public.rate_session(uuid, integer, text),
  public.read_feedback(uuid),
  public.wait_for_time(text, text[]),
  public.stop_waiting(text),
  public.report_no_mentor(uuid),
  public.name_second_person(uuid, text),
  public.accept_second_person(uuid, boolean),
  public.free_interviews_left()
to authenticated;
grant execute on function
  public.grant_free_interview(uuid, text, text, text, text, text),
  public.free_interview_person(uuid),
  public.feedback_page(uuid, integer, integer),
  public.give_feedback(
    uuid, integer, integer, uuid, boolean, integer, integer, integer, integer, text, text, text
  ),
  public.file_for_mentor(uuid, integer, integer, uuid),
  public.cancel_page(uuid, integer, integer),
  public.cancel_by_mentor(uuid, integer, integer),
  public.mentor_page(integer, integer, bigint),
  public.preview_by_mentor(integer, integer, bigint, text[], time, integer, date, date),
  public.open_by_mentor(integer, integer, bigint, text, text[], time, integer, date, date),
  public.close_by_mentor(integer, integer, bigint, uuid[]),
  public.set_meeting_by_mentor(integer, integer, bigint, text),
  public.pause_by_mentor(integer, integer, bigint, date),
  public.answer_by_mentor(integer, integer, bigint, uuid, text),
  public.set_topic_by_mentor(integer, integer, bigint, uuid, text),
  public.set_room_service(text),
  public.settle_missing_mentors(),
  public.call_off_small_gds(),
  public.finish_sessions(),
  public.tell_waiting(),
  public.lapse_free_interviews(),
  public.repair_bookings(),
  public.sessions_ready()
to service_role;

-- Files
grant execute on function
  public.add_session_file(uuid, uuid, text, integer, text),
  public.file_of(uuid, uuid),
  public.forget_files(uuid, uuid),
  public.file_paths_of(uuid)
to service_role;

-- The loan circle
grant execute on function
  public.my_loan(),
  public.join_loan_group(text, text, text, date, integer, bigint, integer, text, text, integer),
  public.leave_loan_group(),
  public.choose_offer(uuid, integer),
  public.take_choice_back(uuid),
  public.take_consent_back(uuid),
  public.take_rate_match_back(uuid)
to authenticated;
grant execute on function
  public.publish_loan_groups(),
  public.add_rate_match(uuid, text, numeric, bigint, date, integer, text),
  public.forget_rate_match(uuid, uuid),
  public.expire_choices(),
  public.tell_new_offers(),
  public.loans_ready()
to service_role;

-- Refunds
grant execute on function
  public.my_refunds(),
  public.ask_refund(uuid, integer),
  public.ask_session_refund(uuid, integer),
  public.take_refund_back(uuid),
  public.answer_refund(uuid, text)
to authenticated;
grant execute on function
  public.ask_offer_refund(uuid, uuid, integer, text, date, date, integer, text, text),
  public.add_refund_file(uuid, uuid, integer, text, text),
  public.forget_refund_file(uuid, uuid, uuid),
  public.claim_refunds(integer),
  public.note_refunds(uuid, jsonb),
  public.note_refusal(uuid, integer, text, boolean),
  public.repair_events()
to service_role;

-- Messages
grant execute on function
  public.send_message(uuid, text, text, text, text, boolean, uuid, text)
to service_role;

-- Material
grant execute on function public.my_material() to authenticated;
grant execute on function public.material_ready() to service_role;

-- Rights of a person
grant execute on function
  public.what_closing_ends(),
  public.my_consents()
to authenticated;
grant execute on function
  public.erase_member(uuid),
  public.erase_payer(text),
  public.close_account(uuid),
  public.export_member(uuid, text),
  public.may_export(uuid)
to service_role;

-- The desk
grant execute on function
  public.desk_status(),
  public.desk_read(jsonb),
  public.desk_do(text, jsonb),
  public.desk_document(uuid)
to authenticated;

-- Retention
grant execute on function
  public.forget_callers(),
  public.forget_mails(),
  public.old_file_paths(),
  public.forget_old_sessions(),
  public.forget_old_loans(),
  public.forget_old_messages(),
  public.forget_old_proofs(),
  public.forget_old_codes(),
  public.forget_old_log(integer),
  public.forget_old_buyers(),
  public.tell_idle_accounts(),
  public.accounts_to_erase()
to service_role;

-- Operations
grant execute on function
  public.note_run(text),
  public.jobs_are_alive(),
  public.take_matters(jsonb),
  public.note_told(text[]),
  public.mail_matters(text[], text[])
to service_role;

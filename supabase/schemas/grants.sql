-- All rights. Grants decide who may access a table or function at all, and row level security decides which rows. This
-- file revokes all rights and then grants what the product needs, so it can be run again at any time. The local stack
-- runs it again after its backend has granted everything to everyone (§20.21). tests/db/catalog.test.ts lists the same
-- rights.

alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;
alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;
-- No `in schema` here, because by default Postgres lets everyone call new functions in any schema.
alter default privileges revoke execute on functions from public;

revoke all on schema private, operations from public, anon, authenticated, service_role;
revoke all on all tables in schema public, private, operations from public, anon, authenticated, service_role;
revoke all on all sequences in schema public, private, operations from public, anon, authenticated, service_role;
revoke all on all functions in schema public, private, operations from public, anon, authenticated, service_role;

-- No policy gives anyone access to the tables in private. For a table in public, row level security is enabled in the
-- table's own file, because a hosted project grants every role all rights on a table as soon as it exists.
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

grant select on public.home to anon, authenticated;
grant select on public.community_links, public.profiles, public.orders to authenticated;
-- The profile form also sends the address (§7.4); the guard trigger refuses to change it.
grant update (email, firstname, lastname, phonenumber, referralcode, profileimage)
  on public.profiles to authenticated;
-- The columns shown on the dashboard and on a receipt. Leaves out who paid and why a bank refused, because the payer
-- may be someone else.
grant select (id, order_id, status, amount, amount_refunded, review, method, provider_created_at, created_at)
  on public.payments to authenticated;
grant select, insert, update, delete on all tables in schema public to service_role;

-- Functions are granted by name alone; Postgres refuses this if the name is overloaded.

-- The bucket's policy calls these functions as the member who is uploading.
grant execute on function private.is_picture_path, private.member to authenticated;
-- The index on profiles' mailboxes calls this with the rights of the role that changes a profile.
grant execute on function private.person_of_address to authenticated, service_role;
-- The index on payments' statuses calls this with the rights of the role that changes a payment.
grant execute on function private.status_on_desk to service_role;

grant execute on function
  public.unsubscribe, public.next_free_time, public.public_mentors, public.open_slots,
  public.sales_are_stopped
to anon, authenticated;

grant execute on function
  -- Accounts
  public.ask_address_proof, public.redeem_link, public.my_email, public.my_referral, public.ask_email_change,
  public.confirm_email_change, public.cancel_email_change,
  -- Announcements
  public.wants_announcements, public.set_announcements,
  -- Payments
  public.claimable_orders, public.claim_order, public.my_prices,
  -- Sessions
  public.my_sessions, public.book_slot, public.move_booking, public.cancel_booking,
  public.join_session, public.gd_room, public.show_name, public.rate_session, public.read_feedback,
  public.do_exercise, public.set_target, public.remove_target, public.wait_for_time, public.stop_waiting,
  public.report_no_mentor, public.name_second_person, public.accept_second_person, public.decline_second_person,
  public.free_interviews_left,
  -- The loan circle
  public.my_loan, public.join_loan_group, public.leave_loan_group, public.choose_offer, public.take_choice_back,
  public.take_consent_back, public.take_rate_match_back,
  -- Refunds
  public.my_refunds, public.ask_refund, public.ask_session_refund, public.take_refund_back, public.answer_refund,
  -- Material
  public.my_material,
  -- Personal data
  public.what_closing_ends, public.my_consents,
  -- The desk
  public.desk_status, public.desk_read, public.desk_do, public.desk_document
to authenticated;

grant execute on function
  -- Public pages
  public.count_page_view, public.count_blocked_loads,
  -- Accounts
  public.pictures_of, public.may_try_password,
  -- Announcements
  public.queue_announcements, public.unsubscribe,
  -- Payments
  public.open_order, public.check_code, public.may_be_paid, public.may_ask_about, public.attach_provider_order,
  public.apply_payment_event, public.receipt_address,
  -- Emails
  public.claim_mails, public.mail_sent, public.mail_failed,
  -- Sessions
  public.grant_free_interview, public.free_interview_person, public.feedback_page, public.give_feedback,
  public.file_for_mentor, public.cancel_page, public.cancel_by_mentor, public.mentor_page, public.act_by_mentor,
  public.set_room_service, public.settle_missing_mentors, public.call_off_small_gds, public.finish_sessions,
  public.tell_waiting, public.lapse_free_interviews, public.repair_bookings,
  -- Files
  public.add_session_file, public.file_of, public.forget_files, public.forget_upload, public.file_paths_of,
  -- The loan circle
  public.publish_loan_groups, public.add_rate_match, public.expire_choices, public.tell_new_offers,
  -- Refunds
  public.ask_offer_refund, public.add_refund_file, public.claim_refunds, public.note_refunds,
  public.note_refusal, public.repair_events,
  -- Messages
  public.send_message,
  -- Personal data
  public.may_close, public.erase_account, public.erase_payer, public.export_member, public.may_export,
  -- Retention
  public.forget_callers, public.forget_mails, public.old_file_paths, public.forget_old_sessions,
  public.forget_old_loans, public.forget_old_messages, public.forget_old_proofs, public.forget_old_codes,
  public.forget_old_log, public.forget_old_buyers, public.tell_idle_accounts, public.accounts_to_erase,
  -- Operations
  public.note_run, public.may_run, public.jobs_are_alive, public.take_matters, public.note_told, public.mail_matters,
  public.launch_facts
to service_role;

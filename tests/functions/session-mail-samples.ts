/** One payload of each kind of mail about sessions, as the database writes it. */
const member = {
  user_id: '5d5c3c9e-1111-4000-8000-000000000001',
  name: 'Asha',
  booking: '0b1c6c1e-9a40-4d11-8ba2-0f4a8b7f9b54',
  sequence: 2,
  slot: '6f1c2a34-0000-4000-8000-000000000002',
  version: 1,
  kind: 'interview',
  // 18:30 in London, and the next day in India.
  starts_at: '2099-11-26T18:30:00+00:00',
  ends_at: '2099-11-26T19:15:00+00:00',
  minutes: 45,
  free_until: '2099-11-25T18:30:00+00:00',
  mentor: 'Meera',
  institute: 'IIM Ahmedabad',
};

const before = {
  from_starts_at: '2099-11-24T04:30:00+00:00',
  from_ends_at: '2099-11-24T05:15:00+00:00',
};

const mentor = {
  slot: '6f1c2a34-0000-4000-8000-000000000002',
  mentor_id: 7,
  version: 1,
  sequence: 3,
  name: 'Meera',
  kind: 'interview',
  starts_at: member.starts_at,
  ends_at: member.ends_at,
  minutes: 45,
  seats: 1,
  taken: 1,
  meeting_url: 'https://meet.example.com/meera',
};

const who = {
  user_id: member.user_id,
  booking: member.booking,
  member: 'Asha',
  member_institute: 'IIM Bangalore',
};

export const sessionMailSamples: Readonly<Record<string, object>> = {
  session_booked: member,
  session_moved: { ...member, ...before },
  session_cancelled: { ...member, session_returned: true, lapses: false, reason: null },
  session_called_off: { ...member, reason: 'too_few', kind: 'gd', is_free: false },
  session_mentor_changed: member,
  reminder_day: member,
  reminder_hour: member,
  feedback_ready: { ...member, attended: true },
  second_person_named: {
    order_id: '6f1c2a34-0000-4000-8000-000000000003',
    pack: 'super-value',
    address: 'asha@example.com',
    from: 'Ravi',
    sessions: 4,
    valid_until: '2099-11-22',
  },
  address_proof: {
    user_id: member.user_id,
    name: 'Asha',
    address: 'asha@example.com',
    token: 'abcdefghijklmnop_-1234567890',
    expires_at: '2099-11-26T18:30:00+00:00',
  },
  free_interview_granted: {
    user_id: member.user_id,
    name: 'Asha',
    grant: '6f1c2a34-0000-4000-8000-000000000004',
    book_until: '2099-11-26T18:30:00+00:00',
  },
  free_interview_lapsed: {
    user_id: member.user_id,
    name: 'Asha',
    grant: '6f1c2a34-0000-4000-8000-000000000004',
  },
  mentor_booked: { ...mentor, ...who },
  mentor_moved: {
    ...mentor,
    ...who,
    ...before,
    from_slot: '6f1c2a34-0000-4000-8000-000000000005',
    from_sequence: 4,
    from_taken: 0,
  },
  mentor_cancelled: { ...mentor, ...who, taken: 0 },
  mentor_called_off: { ...mentor, called_off_by: 'too_few', kind: 'gd', seats: 10, taken: 2 },
  mentor_replaced: mentor,
  mentor_feedback: { ...mentor, kind: 'gd', seats: 10, taken: 4 },
  mentor_feedback_late: mentor,
};

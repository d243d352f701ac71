/** The pages behind mentors’ links: feedback, cancelling a session and the mentor’s own page. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { hints } from '../../src/domain/account/messages.ts';
import { settingsMessages } from '../../src/domain/account/settings-messages.ts';
import { dayAndTime, formatDay } from '../../src/domain/words/dates.ts';
import { mentorRefusals } from '../../src/domain/refusals/mentors.ts';
import type { FeedbackMember, FeedbackPage } from '../../src/domain/mentors/mentor-pages.ts';
import type { MentorPage } from '../../src/domain/mentors/own-page.ts';
import { storageKeys } from '../../src/lib/storage-keys.ts';
import { Backend, refusal } from './support/backend.ts';
import { endpoints } from './support/endpoints.ts';
import { island, show } from './support/island.tsx';
import {
  earlierGiven,
  feedbackSession,
  given,
  listedSession,
  memberOf,
  ownPage,
  sessionToCancel,
  token,
} from './support/samples/mentor.ts';
import { inDays, inHours } from './support/samples/moments.ts';
import { focused, focusSays, linkTo, says } from './support/screen.ts';

const pages = {
  feedback: { path: endpoints.feedback, load: island('mentor-pages/FeedbackPage') },
  cancel: { path: endpoints.mentorCancel, load: island('mentor-pages/CancelSession') },
  own: { path: endpoints.mentor, load: island('mentor-pages/OwnPage') },
} as const;

async function open(page: keyof typeof pages, fragment: string) {
  history.replaceState(null, '', fragment === '' ? '/' : `#${fragment}`);
  const { user } = await show(pages[page].load);
  await waitFor(() => expect(screen.queryByText(/^Loading \.\.\./)).toBeNull());
  return user;
}

for (const name of ['feedback', 'cancel', 'own'] as const) {
  const { path } = pages[name];
  const answer = () =>
    ({ feedback: feedbackSession(memberOf('Asha')), cancel: sessionToCancel(), own: ownPage() })[
      name
    ];
  describe(`a link to ${path}`, () => {
    test.each([
      ['', undefined, 'Open this page with the link in our latest email to you.'],
      ['not-a-token', undefined, 'This link does not work.'],
      [token, 'link_not_valid', mentorRefusals.link_not_valid.says],
      [token, 'link_expired', mentorRefusals.link_expired.says],
    ] as const)(
      '§15.18 the page explains why a link with the token ‘%s’, or refused as %s, does not work',
      async (fragment, code, said) => {
        const backend = new Backend();
        if (code) backend.answer(path, refusal(code, said), 403);
        await open(name, fragment);
        expect(screen.getByRole('alert')).toHaveTextContent(said);
        expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
        expect(screen.getByRole('link', { name: 'Write to us' })).toBeVisible();
        expect(backend.calls, 'a page without a token makes no request').toHaveLength(code ? 1 : 0);
      },
    );

    test('R6 a link can be tried again after an outage, and its token disappears from the URL and survives a reload', async () => {
      const backend = new Backend().lose(path);
      const user = await open(name, token);
      expect(screen.getByRole('alert')).toHaveTextContent(settingsMessages.serverDown);
      expect(location.hash).toBe('');
      expect(backend.calls[0]?.headers.get('authorization')).toBe(`Bearer ${token}`);
      expect(Object.values({ ...sessionStorage })).toContain(`#${token}`);
      backend.now(path, answer());
      await user.click(screen.getByRole('button', { name: 'Try again' }));
      const [known] = await screen.findAllByText(/^(?:Asha|Cancel this session\?|Meera)$/);
      expect(known).toBeVisible();
    });
  });
}

describe('feedback', () => {
  async function openSession(members: FeedbackMember[], changes: Partial<FeedbackPage> = {}) {
    const session = { ...feedbackSession(...members), ...changes };
    const backend = new Backend().answer(endpoints.feedback, session);
    const user = await open('feedback', token);
    await screen.findByRole('heading', { level: 2 });
    return { backend, user };
  }
  type User = Awaited<ReturnType<typeof openSession>>['user'];
  const send = (user: User) => user.click(screen.getByRole('button', { name: /^Send the/ }));
  const score = (criterion: string, value: number) =>
    within(screen.getByRole('group', { name: criterion })).getByRole('radio', {
      name: new RegExp(`^${value}`),
    });
  type Scores = readonly [string, string, string, string];
  const interview: Scores = ['Content', 'Structure', 'Communication', 'Presence'];
  const gd: Scores = ['Content', 'Listening', 'Building on others', 'Leadership'];
  async function fill(user: User, [content, structure, communication, presence] = interview) {
    await user.click(screen.getByRole('radio', { name: 'Yes' }));
    await user.click(score(content, 4));
    await user.click(score(structure, 3));
    await user.click(score(communication, 5));
    await user.click(score(presence, 2));
    await user.type(screen.getByLabelText('What went well'), 'A clear story.');
    await user.type(screen.getByLabelText('What to work on'), 'Shorter answers.');
    await user.type(screen.getByLabelText(/^One exercise/), 'Record three answers.');
  }
  const keep = (backend: Backend) => backend.now(endpoints.feedback, { success: true, version: 1 });
  const sent = (backend: Backend) => backend.sent(endpoints.feedback).filter(Boolean);
  const thanks = () => screen.findByText(/^Thank you!/);
  const drafts = () => localStorage.getItem(storageKeys.feedbackDrafts);

  test('§15.68 a link that is not yet valid leads to the mentor’s own page, and cannot be tried again', async () => {
    sessionStorage.setItem(storageKeys.mentorLink, '#token');
    const { says: early } = mentorRefusals.not_open_yet;
    new Backend().answer(endpoints.feedback, refusal('not_open_yet', early), 409);
    await open('feedback', token);
    expect(screen.getByRole('alert')).toHaveTextContent('You are early: this page opens one day');
    expect(linkTo('See your sessions and times')).toBe('/mentor');
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  test('§15.17 §15.20 a day before the session, the page shows the member’s details, and from when feedback can be given', async () => {
    await openSession([memberOf('Asha')], { has_begun: false, starts_at: inHours(20) });
    expect(screen.getByRole('heading', { name: 'Asha' })).toBeVisible();
    expect(
      screen.getByText(/^You can write your feedback here from to\w+, \d+:\d\d [ap]m, when/),
    ).toBeVisible();
    expect(screen.getByText(/^Your own page, .* in each of our emails/)).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Send the/ })).toBeNull();
  });

  test('§15.17 feedback can be sent only once every score and text is filled in', async () => {
    const asha = memberOf('Asha');
    const { backend, user } = await openSession([asha]);
    await send(user);
    expect(await screen.findByText('Please choose one.')).toBeVisible();
    await user.click(screen.getByRole('radio', { name: 'Yes' }));
    await send(user);
    const missing = await screen.findAllByText('Please choose a score from 1 to 5.');
    expect(
      screen.getAllByText(/far to go/, { ignore: 'small' }),
      'the scale is told once',
    ).toHaveLength(1);
    expect(missing).toHaveLength(4);
    expect(screen.getAllByText('Please write a sentence or two.')).toHaveLength(3);
    expect(sent(backend)).toEqual([]);
    await fill(user);
    const due =
      /^It takes about five minutes\. It is due by (?:today|tomorrow) at \d+:\d\d [ap]m\.$/;
    expect(screen.getByText(due)).toBeVisible();
    expect(screen.getByText(': 2, needs work')).toHaveAttribute('aria-hidden', 'true');
    keep(backend);
    await send(user);
    expect(await thanks()).toBeVisible();
    await focusSays(/^Thank you!/);
    expect(screen.queryByText(due)).toBeNull();
    expect(screen.getByText(/^Your own page, .* in each of our emails/)).toBeVisible();
    expect(
      screen.queryByRole('button', { name: /^Send the/ }),
      'the form has disappeared',
    ).toBeNull();
    const scores = { attended: true, content: 4, structure: 3, communication: 5, presence: 2 };
    const texts = { went_well: 'A clear story.', to_work_on: 'Shorter answers.' };
    const exercise = 'Record three answers.';
    expect(sent(backend)).toEqual([{ booking: asha.booking, ...scores, ...texts, exercise }]);
  });

  test('§15.108 after sending feedback, a mentor who came from the own page can go back to it', async () => {
    sessionStorage.setItem(storageKeys.mentorLink, '#token');
    const { backend, user } = await openSession([memberOf('Asha')], { others: 2 });
    await fill(user);
    keep(backend);
    await send(user);
    await thanks();
    expect(screen.getByText('2 other sessions are waiting for your feedback.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'See your sessions and times' })).toHaveAttribute(
      'href',
      '/mentor',
    );
  });

  test('§15.19 the mentor sees the feedback that was sent, and can correct it', async () => {
    const { backend, user } = await openSession([memberOf('Asha', { feedback: given })]);
    expect(screen.getByText(/You sent this feedback on/)).toBeVisible();
    const text = screen.getByLabelText('What to work on');
    expect(text).toHaveValue('Shorter answers.');
    await user.clear(text);
    await user.type(text, 'Slower answers.');
    keep(backend);
    await user.click(screen.getByRole('button', { name: 'Send the correction' }));
    expect(await thanks()).toBeVisible();
    expect(sent(backend)).toMatchObject([{ to_work_on: 'Slower answers.', content: 4 }]);
    await user.click(screen.getByRole('button', { name: 'Correct feedback' }));
    expect(screen.getByLabelText('What to work on')).toHaveValue('Slower answers.');
    expect(score('Content', 4)).toBeChecked();
  });

  test('§15.20 §15.99 §15.103 the mentor sees the member’s target school, files and earlier feedback', async () => {
    const id = '5f0c3f0e-eeee-4222-8333-444455556666';
    const cv = { id, purpose: 'cv', size: 20_000, type: 'application/pdf' } as const;
    const earlier = [
      earlierGiven({
        exercise_done_at: '2026-10-03T10:00:00+00:00',
        exercise_note: 'The second answer is still too long.',
      }),
      earlierGiven({ starts_at: '2026-09-01T10:00:00+00:00', exercise: 'Read.' }),
    ];
    const { backend, user } = await openSession([memberOf('Asha', { files: [cv], earlier })]);
    expect(screen.getByText('IIM Bangalore')).toBeVisible();
    const practise = screen.getByRole('heading', { name: 'The exercise they were set' });
    await says(
      () => practise.parentElement,
      'The exercise they were setRecord three answers of a minute.They marked it as done on 3 October 2026.The second answer is still too long.',
    );
    expect(screen.getByText('Mock GD on 1 October 2026')).not.toBeVisible();
    await user.click(screen.getByText('Earlier feedback (2)'));
    expect(screen.getByText('Mock GD on 1 October 2026')).toBeVisible();
    await user.click(screen.getByText('Files (1)'));
    backend.now(endpoints.feedback, refusal('no_such_file', mentorRefusals.no_such_file.says), 404);
    await user.click(screen.getByRole('button', { name: 'CV (PDF, 20 KB)' }));
    expect(await screen.findByText(mentorRefusals.no_such_file.says)).toBeVisible();
  });

  test('§15.67 §15.94 §15.97 the mentor rates a GD’s members one after another, with the scores for GDs', async () => {
    const { backend, user } = await openSession(
      ['Asha', 'Ravi', 'Meena'].map((name) => memberOf(name)),
      { topic: 'Is merit luck?' },
    );
    expect(screen.getByText('Is merit luck?')).toBeVisible();
    expect(screen.getByText('You have given feedback for 0 of 3 members.')).toBeVisible();
    const heading = () => screen.getByRole('heading', { level: 2 });
    expect(heading()).toHaveTextContent('Asha');
    await fill(user, gd);
    keep(backend);
    await send(user);
    await user.click(await screen.findByRole('button', { name: 'Continue with Ravi' }));
    await focused(heading);
    expect(heading()).toHaveTextContent('Ravi');
    await user.click(screen.getByRole('radio', { name: 'No, did not join' }));
    expect(screen.queryByRole('group', { name: 'Content' })).toBeNull();
    await send(user);
    await focusSays(
      /^Noted: Ravi did not join\. The session counts as used, unless .+ We have emailed Ravi\./,
    );
    expect(screen.getByRole('button', { name: 'Continue with Meena' })).toBeVisible();
    expect(sent(backend)).toMatchObject([
      { attended: true, content: 4, structure: 3, communication: 5, presence: 2 },
      { attended: false },
    ]);
    await user.click(screen.getByRole('button', { name: /^Asha/ }));
    expect(screen.getByLabelText('What to work on')).toHaveValue('Shorter answers.');
    expect(screen.getByText('You have given feedback for 2 of 3 members.')).toBeVisible();
  });

  test('§15.68 the device keeps a draft until the feedback is sent', async () => {
    const asha = memberOf('Asha');
    const { backend, user } = await openSession([asha]);
    await fill(user);
    expect(drafts()).toContain('A clear story.');
    backend.setOffline(true);
    await send(user);
    expect(await screen.findByText(hints.offline)).toBeVisible();
    expect(screen.getByLabelText('What to work on')).toHaveValue('Shorter answers.');
    expect(drafts()).toContain('A clear story.');
    backend.setOffline(false);
    keep(backend);
    await send(user);
    expect(await thanks()).toBeVisible();
    expect(drafts()).toBeNull();
  });

  test('§15.68 a reopened page shows the draft instead of the feedback that was sent', async () => {
    const asha = memberOf('Asha', { feedback: given });
    const fields = { attended: 'yes', content: '5', went_well: 'A calm voice.' };
    const kept = [{ booking: asha.booking, until: Date.now() + 60_000, fields }];
    localStorage.setItem(storageKeys.feedbackDrafts, JSON.stringify(kept));
    await openSession([asha]);
    expect(screen.getByLabelText('What went well')).toHaveValue('A calm voice.');
    expect(score('Content', 5)).toBeChecked();
    const sentText = screen.getByLabelText('What to work on');
    expect(sentText).toHaveValue('Shorter answers.');
  });

  test('§15.67 a GD’s feedback opens at the first member without feedback, and shows who did not join', async () => {
    const absent = memberOf('Asha', { feedback: { ...given, attended: false } });
    const { backend, user } = await openSession([absent, memberOf('Ravi')]);
    expect(screen.getByRole('heading', { level: 2 })).toHaveTextContent('Ravi');
    await user.click(screen.getByRole('button', { name: /^Asha/ }));
    expect(screen.getByRole('radio', { name: 'No, did not join' })).toBeChecked();
    keep(backend);
    await send(user);
    await focusSays(
      /^Noted: Asha did not join\. The session counts as used, unless .+\. You can correct/,
    );
  });

  test('§15.17 the feedback page of a returned session asks for no feedback', async () => {
    sessionStorage.setItem(storageKeys.mentorLink, '#token');
    await openSession([memberOf('Asha', { is_returned: true })]);
    await says(() => screen.getByRole('main'), 'returned this session to Asha, so no feedback');
    expect(linkTo('See your sessions and times')).toBe('/mentor');
    expect(screen.queryByRole('radio')).toBeNull();
  });

  test('§15.88 the feedback page shows an open report until feedback answers it', async () => {
    sessionStorage.setItem(storageKeys.mentorLink, '#token');
    const [asha, ravi] = ['Asha', 'Ravi'].map((name) =>
      memberOf(name, { report_until: inHours(48) }),
    );
    if (!asha || !ravi) throw new Error('There is no member.');
    const { backend, user } = await openSession([memberOf('Meena'), asha, ravi]);
    const main = screen.getByRole('main');
    const choose = (name: RegExp) => user.click(screen.getByRole('button', { name }));
    expect(main, 'a reported member comes first').toHaveTextContent(
      /Asha ?told us that you did not join this session\./,
    );
    expect(main).not.toHaveTextContent(/Ravi ?told us/);
    expect(linkTo('Answer on your own page')).toBe('/mentor');
    await fill(user, gd);
    keep(backend);
    await send(user);
    await thanks();
    expect(main).not.toHaveTextContent('told us that you did not join');
    expect(screen.getByRole('button', { name: /^Continue with/ })).toHaveTextContent('Ravi');
    await choose(/^Meena/);
    expect(main).not.toHaveTextContent('told us that you did not join');
    await choose(/^Ravi/);
    expect(main, 'the other report stays open').toHaveTextContent(/Ravi ?told us that you/);
  });

  test('§15.88 marking a member absent does not promise that the session counts as used', async () => {
    const { backend, user } = await openSession([memberOf('Ravi', { report_until: inHours(48) })]);
    await user.click(screen.getByRole('radio', { name: 'No, did not join' }));
    keep(backend);
    await send(user);
    const decided = /The session counts as used, unless they say the same of you\./;
    await focusSays(decided);
    expect(screen.getByRole('main')).not.toHaveTextContent('told us that you did not join');
    await user.click(screen.getByRole('button', { name: 'Correct feedback' }));
    await send(user);
    await focusSays(decided);
  });

  test('§15.67 a GD’s count leaves out members whose session was returned', async () => {
    await openSession([memberOf('Asha', { is_returned: true }), memberOf('Ravi')]);
    expect(screen.getByText('You have given feedback for 0 of 1 member.')).toBeVisible();
    expect(screen.getByRole('heading', { level: 2 })).toHaveTextContent('Ravi');
  });
});

test.each([
  [0, /^No one has booked yet/],
  [1, /^We will email one member/],
  [4, /^We will email 4 members/],
])(
  '§15.65 cancelling a session with %i members asks for a confirmation that says who will be told',
  async (taken, told) => {
    const backend = new Backend().answer(endpoints.mentorCancel, sessionToCancel({ taken }));
    const user = await open('cancel', token);
    expect(screen.getByRole('heading', { name: 'Cancel this session?' })).toBeVisible();
    expect(screen.getByText(told)).toBeVisible();
    expect(screen.getByText('To keep it, just close this page.')).toBeVisible();
    expect(backend.calls.map(({ method }) => method)).toEqual(['GET']);
    const { says } = mentorRefusals.slot_has_started;
    backend.now(endpoints.mentorCancel, refusal('slot_has_started', says), 409);
    await user.click(screen.getByRole('button', { name: 'Cancel this session' }));
    expect(await screen.findByText(says)).toBeVisible();
    backend.now(endpoints.mentorCancel, sessionToCancel({ is_called_off: true, taken: 0 }));
    await user.click(screen.getByRole('button', { name: 'Cancel this session' }));
    await focusSays(/^Session cancelled/);
    expect(screen.getByText(/^Your own page, .* in each of our emails/)).toBeVisible();
    expect(screen.queryByRole('heading', { name: 'Cancel this session?' })).toBeNull();
  },
);

test('§15.65 a mentor who came from the own page can go back to it before and after cancelling', async () => {
  sessionStorage.setItem(storageKeys.mentorLink, '#token');
  const backend = new Backend().answer(endpoints.mentorCancel, sessionToCancel());
  const user = await open('cancel', token);
  expect(linkTo('Keep it')).toBe('/mentor');
  backend.now(endpoints.mentorCancel, sessionToCancel({ is_called_off: true, taken: 0 }));
  await user.click(screen.getByRole('button', { name: 'Cancel this session' }));
  await screen.findByRole('heading', { name: 'Session cancelled' });
  expect(linkTo('See your sessions and times')).toBe('/mentor');
  expect(screen.queryByRole('link', { name: 'Keep it' })).toBeNull();
});

describe('a mentor’s own page', () => {
  const before = 'The last day cannot be before the first.';

  async function openOwn(changes: Partial<MentorPage> = {}) {
    const backend = new Backend().answer(endpoints.mentor, ownPage(changes));
    const user = await open('own', token);
    await says(() => screen.getByRole('main'), 'Hello Meera.');
    const press = (name: string) => user.click(screen.getByRole('button', { name }));
    const sent = () => backend.sent(endpoints.mentor).filter(Boolean);
    return { backend, user, press, sent };
  }

  test('§15.85 the mentor’s page shows who has booked, with links to the meeting, the feedback and the cancellation', async () => {
    const members = [
      { name: 'Asha', institute: '' },
      { name: null, institute: 'XLRI' },
    ];
    await openOwn({
      waiting: [
        { kind: 'interview', members: 100 },
        { kind: 'gd', members: 1 },
      ],
      missing: [listedSession(-24)],
      coming: [
        listedSession(20),
        listedSession(30, { kind: 'gd', taken: 2, seats: 10, meeting_url: null, members }),
      ],
    });
    const part = (name: string) => within(screen.getByRole('region', { name }));
    const missing = part('Feedback to give').getByRole('link', { name: 'Give feedback' });
    expect.soft(missing).toHaveAccessibleDescription(/^Asha ?, .*India time\).*, mock interview$/);
    const item = part('Feedback to give').getByRole('listitem');
    expect.soft(item).toHaveTextContent(/^Asha, \w{3} \d{1,2} \w{3,4}, \d{1,2}:\d\d [ap]m/);
    expect.soft(part('Feedback to give').getByText(/^It is due by /)).toBeVisible();
    const [interview, gd] = part('Upcoming sessions').getAllByRole('listitem');
    expect.soft(interview).toHaveTextContent('Asha (target school: IIM Bangalore)');
    const opens = /Files from to\w+, \d+:\d\d [ap]mI can’t make it/;
    expect.soft(gd, 'no link to a page that is not open yet').toHaveTextContent(opens);
    for (const [label, path] of [
      ['Open the meeting', 'https://meet.example.org/room'],
      ['Files and feedback', 'https://www.example.org/feedback#t'],
      ['I can’t make it', 'https://www.example.org/cancelsession#t'],
    ] as const) {
      const [link] = part('Upcoming sessions').getAllByRole('link', { name: label });
      expect.soft(link).toHaveAttribute('href', path);
    }
    expect.soft(screen.queryByText(/^in \d+ minutes/)).toBeNull();
    expect.soft(gd).toHaveTextContent('2 of 10 seats taken');
    expect.soft(gd).toHaveTextContent('Asha, A member (target school: XLRI)');
    expect.soft(gd).toHaveTextContent('There is no meeting link yet');
    expect.soft(screen.getByText('You have no open times.')).toBeVisible();
    const waits =
      '100 or more wait for a mock interview to open. 1 member waits for a mock GD to open.';
    expect.soft(screen.getByText(waits)).toBeVisible();
    expect.soft(screen.queryByText(/says that you did not join/)).toBeNull();
  });

  test('§15.85 a session that starts within the hour has the page’s button, with the time until then', async () => {
    await openOwn({ coming: [listedSession(0.51), listedSession(0.9), listedSession(30)] });
    const [next, ...later] = screen.getAllByRole('link', { name: 'Open the meeting' });
    expect(next).toHaveClass('button');
    expect(next?.parentElement).toHaveTextContent(/^Open the meetingin (?:29|30) minutes$/);
    for (const link of later) expect(link).not.toHaveClass('button');
  });

  test('§15.108 a session that still needs feedback, or an answer to a report, is not among the last sessions', async () => {
    const [due, given, asked] = [-2, -26, -28].map((hours) => ({
      ...listedSession(hours),
      said: [],
      outcome: null,
    }));
    if (!due || !given || !asked) throw new Error('There is no session.');
    const reports = [{ ...asked, until: inHours(48) }];
    await openOwn({ reports, missing: [due], past: [due, given, asked] });
    const part = (name: string) => within(screen.getByRole('region', { name }));
    expect(part('Feedback to give').getAllByRole('listitem')).toHaveLength(1);
    expect(part('Your last sessions').getAllByRole('listitem')).toHaveLength(1);
  });

  test('§15.108 a past session that will not be rated says why', async () => {
    const without = { feedback: null, said: [] };
    await openOwn({
      past: [
        { ...listedSession(-24, { taken: 1 }), ...without, outcome: 'returned' },
        { ...listedSession(-25, { taken: 1 }), ...without, outcome: 'absent' },
        { ...listedSession(-26, { taken: 2, kind: 'gd' }), ...without, outcome: 'absent' },
      ],
    });
    const [returned, absent, gd] = screen.getAllByRole('listitem');
    expect(returned).toHaveTextContent(/interviewReturned to the member\.$/);
    expect(absent).toHaveTextContent(/interviewThe member did not join\.$/);
    expect(gd).toHaveTextContent(/GDThe members did not join\.$/);
  });

  test('§15.108 the mentor’s page shows members’ ratings of recent sessions, and a heading for each day', async () => {
    const said = [
      { score: 5, word: 'Calm and exact' },
      { score: 3, word: '' },
    ];
    const past = [
      {
        ...listedSession(-24, { kind: 'gd' }),
        feedback: 'https://www.example.org/feedback#p',
        said,
        outcome: null,
      },
      { ...listedSession(-24 * 20), feedback: null, said: [], outcome: null },
    ];
    const days = [0, 24, 24 * 7, 24 * 7];
    await openOwn({
      past,
      coming: days.map((hours) => listedSession(hours)),
      free: [listedSession(24 * 7)],
    });
    const part = (name: string) => within(screen.getByRole('region', { name }));
    const [gd, interview] = part('Your last sessions').getAllByRole('listitem');
    const links = part('Your last sessions').getAllByRole('link');
    expect(
      links.map((link) => link.getAttribute('href')),
      'only while the feedback page is open',
    ).toEqual(['https://www.example.org/feedback#p']);
    expect(gd).toHaveTextContent(/Rated 5 of 5: “Calm and exact”Rated 3 of 5$/);
    expect(interview).toHaveTextContent(/mock interviewNot rated yet\.$/);
    const headings = part('Upcoming sessions').getAllByRole('heading');
    expect(headings.map(({ textContent }) => textContent)).toEqual([
      'Upcoming sessions',
      'Today',
      expect.stringMatching(/^\d+:\d\d [ap]m to \d+:\d\d [ap]m, mock interview$/),
      'Tomorrow',
      expect.stringContaining('mock interview'),
      dayAndTime(inHours(24 * 7)).day,
      expect.stringContaining('mock interview'),
      expect.stringContaining('mock interview'),
    ]);
    expect(part('Open times').getByText('Next week: 1 time')).toBeVisible();
  });

  test('§15.86 a mentor sees a preview of all times before opening them, and again after every change', async () => {
    const { backend, user, press, sent } = await openOwn();
    await press('Preview the times');
    expect(await screen.findByText('Please choose one or more days.')).toBeVisible();
    expect(screen.getByText('Please choose the last day.')).toBeVisible();
    await user.click(screen.getByRole('checkbox', { name: 'Monday' }));
    await user.click(screen.getByRole('checkbox', { name: 'Thursday' }));
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '2099-11-23' } });
    fireEvent.change(screen.getByLabelText('To'), { target: { value: '2099-11-30' } });
    const times = [
      { starts: '2099-11-23T13:00:00+00:00', clash: null },
      { starts: '2099-11-26T13:00:00+00:00', clash: 'Meera has a session then' },
    ];
    backend.now(endpoints.mentor, { times });
    await press('Preview the times');
    const shown = await screen.findByRole('region', { name: 'The times you add' });
    expect(within(shown).getByRole('heading')).toBeVisible();
    const said = within(shown).getAllByRole('listitem');
    expect(said.map(({ textContent }) => textContent)).toEqual([
      'Monday, 23 November 2099, 6:30 pm',
      'Thursday, 26 November 2099, 6:30 pm Left out: Meera has a session then.',
    ]);
    await user.click(screen.getByLabelText('Mock GD'));
    expect(screen.queryByRole('region', { name: 'The times you add' })).toBeNull();
    await press('Preview the times');
    await screen.findByRole('button', { name: 'Add 1 time' });
    backend.now(endpoints.mentor, ownPage({ free: [listedSession(48, { kind: 'gd' })] }));
    await press('Add 1 time');
    await focusSays(/^1 time is open: Mon 23 Nov, 6:30 pm\./);
    expect(linkTo('See your open times')).toBe('#open-times');
    await user.click(screen.getByRole('checkbox', { name: /mock GD$/ }));
    backend.now(endpoints.mentor, ownPage());
    await press('Close the ticked times');
    await screen.findByText('You have no open times.');
    expect(screen.queryByText(/^1 time is open/), 'until the next change').toBeNull();
    const pattern = { weekdays: ['mon', 'thu'], at: '18:30', minutes: 45 };
    expect(sent()).toMatchObject([
      { act: 'preview', kind: 'interview', ...pattern },
      { act: 'preview', kind: 'gd' },
      { act: 'open', kind: 'gd', ...pattern, from_day: '2099-11-23', to_day: '2099-11-30' },
      { act: 'close' },
    ]);
  });

  test('§15.86 a time lasts 15 to 240 minutes, and the last day cannot be before the first', async () => {
    const { backend, user, press, sent } = await openOwn();
    const type = (label: string, value: string) =>
      fireEvent.change(screen.getByLabelText(label), { target: { value } });
    await user.click(screen.getByRole('checkbox', { name: 'Monday' }));
    type('From', '2099-11-23');
    type('To', '2099-11-23');
    const clash = 'Meera has a session then';
    backend.now(endpoints.mentor, { times: [{ starts: '2099-11-23T13:00:00+00:00', clash }] });
    for (const [wrong, right] of [
      ['14', '15'],
      ['241', '240'],
    ] as const) {
      type('Minutes', wrong);
      await press('Preview the times');
      await screen.findByText('Please type a number from 15 to 240.');
      type('Minutes', right);
      await press('Preview the times');
      expect(await screen.findByRole('button', { name: 'Add 0 times' })).toHaveAttribute(
        'aria-disabled',
        'true',
      );
    }
    type('To', '2099-11-22');
    await press('Preview the times');
    expect(await screen.findByText(before)).toBeVisible();
    expect(sent()).toMatchObject([{ minutes: 15 }, { minutes: 240 }]);
  });

  test('§15.94 a mentor can set a GD’s topic until the GD starts, and can only read it afterwards', async () => {
    const gd = listedSession(20, { kind: 'gd' });
    const begun = { ...gd, has_begun: true, topic: 'Is merit luck?' };
    const page = { coming: [listedSession(10), gd], topics: ['Is merit luck?'] };
    const { backend, user, press, sent } = await openOwn(page);
    await user.click(screen.getByText('Choose a topic'));
    const field = screen.getByRole('combobox', { name: 'Topic' });
    expect(field).toHaveAccessibleDescription(/^Members see the topic at the start\. .* 12 hours/);
    expect(document.querySelector('datalist option')).toHaveAttribute('value', 'Is merit luck?');
    await press('Save this topic');
    expect(await screen.findByText('Please write a topic, or choose one.')).toBeVisible();
    await user.type(field, 'Is merit luck?');
    const { says } = mentorRefusals.no_topic_to_set;
    backend.now(endpoints.mentor, refusal('no_topic_to_set', says), 409);
    await press('Save this topic');
    expect(await screen.findByText(says)).toBeVisible();
    backend.now(endpoints.mentor, ownPage({ coming: [{ ...gd, topic: 'Is merit luck?' }] }));
    await press('Save this topic');
    expect(await screen.findByText('We have saved the topic.')).toBeVisible();
    backend.now(endpoints.mentor, ownPage({ coming: [begun] }));
    await press('Save this topic');
    expect(await screen.findByText('Topic: Is merit luck?')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Save this topic' })).toBeNull();
    expect(sent()[0]).toEqual({ act: 'topic', slot: gd.slot, topic: 'Is merit luck?' });
  });

  test('§15.87 the topics of GDs without bookings are collapsed below the open times', async () => {
    const gd = listedSession(48, { kind: 'gd' });
    const free = [listedSession(24), gd];
    const { backend, user, press, sent } = await openOwn({ free });
    const summary = screen.getByText('Topics for open group discussions (1)');
    const field = screen.getByRole('combobox', { name: 'Topic', hidden: true });
    expect(field).not.toBeVisible();
    await user.click(summary);
    await user.type(field, 'Is merit luck?');
    backend.now(endpoints.mentor, ownPage({ free: [{ ...gd, topic: 'Is merit luck?' }] }));
    await press('Save this topic');
    expect(await screen.findByText('We have saved the topic.')).toBeVisible();
    expect(sent()).toEqual([{ act: 'topic', slot: gd.slot, topic: 'Is merit luck?' }]);
  });

  test('§15.87 a mentor can close several open times together, and is told why a time could not be closed', async () => {
    // The times are in two different weeks.
    const free = [listedSession(24), listedSession(24 * 8)];
    const { backend, user, press, sent } = await openOwn({ free });
    await user.click(screen.getAllByText(/: 1 time$/)[0] ?? document.body);
    await press('Close the ticked times');
    expect(
      await screen.findByText('Please tick the times first.'),
      'also while the first week is folded',
    ).toBeVisible();
    await user.click(screen.getAllByText(/: 1 time$/)[0] ?? document.body);
    expect(screen.getByText(/^Members can book these times\. Tick/)).toBeVisible();
    const weeks = screen.getAllByText(/: 1 time$/);
    const boxes = screen.getAllByRole('checkbox', { name: /mock interview$/ });
    expect(boxes[0]).toBeVisible();
    expect(boxes[1], 'later weeks are folded').not.toBeVisible();
    await user.click(weeks.at(-1) ?? document.body);
    for (const box of boxes) {
      await user.click(box);
    }
    backend.now(endpoints.mentor, refusal('slot_not_free', mentorRefusals.slot_not_free.says), 409);
    await press('Close the ticked times');
    expect(await screen.findByText(mentorRefusals.slot_not_free.says)).toBeVisible();
    backend.now(endpoints.mentor, ownPage());
    await press('Close the ticked times');
    expect(await screen.findByText('You have no open times.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Close the ticked times' })).toBeNull();
    await focused(() => screen.getByRole('region', { name: 'Open times' }));
    expect(sent()[1]).toEqual({ act: 'close', slots: free.map(({ slot }) => slot) });
  });

  test('§15.87 §15.89 a mentor can save a meeting link and a pause, and is advised against using one link for all sessions', async () => {
    const { backend, user, press, sent } = await openOwn();
    expect(screen.getByText(/^Best left empty/)).toBeVisible();
    const field = screen.getByLabelText('Your own meeting link');
    await user.type(field, 'meet.example.com');
    await press('Save this link');
    expect(await screen.findByText('A meeting link must begin with https://.')).toBeVisible();
    await user.clear(field);
    await press('Save this link');
    expect(await screen.findByText('We have removed your link.')).toBeVisible();
    await user.type(field, 'https://meet.example.com/me');
    await press('Save this link');
    expect(await screen.findByText(/^We have saved your link/)).toBeVisible();
    const [yesterday, today] = [inDays(-1), inDays(0)];
    fireEvent.change(screen.getByLabelText('Away until'), { target: { value: yesterday } });
    await press('Pause my times');
    expect(await screen.findByText('Please choose today or a later day.')).toBeVisible();
    fireEvent.change(screen.getByLabelText('Away until'), { target: { value: today } });
    backend.now(endpoints.mentor, ownPage({ paused_until: today }));
    await press('Pause my times');
    await focusSays('Your pause is saved. You had no open times to close.');
    backend.now(endpoints.mentor, ownPage());
    await press('End the pause');
    await screen.findByRole('button', { name: 'Pause my times' });
    expect(sent()).toEqual([
      { act: 'meeting', url: '' },
      { act: 'meeting', url: 'https://meet.example.com/me' },
      { act: 'pause', until: today },
      { act: 'pause', until: null },
    ]);
  });

  test('§15.87 a pause says before, during and after it that it closes times for good', async () => {
    const [soon, later] = [listedSession(24), listedSession(24 * 9)];
    const { backend, user, press } = await openOwn({ free: [soon] });
    await user.click(screen.getByRole('checkbox', { name: 'Monday' }));
    fireEvent.change(screen.getByLabelText('To'), { target: { value: inDays(30) } });
    backend.now(endpoints.mentor, { times: [{ starts: later.starts_at, clash: null }] });
    await press('Preview the times');
    await screen.findByRole('button', { name: 'Add 1 time' });
    backend.now(endpoints.mentor, ownPage({ free: [soon, later] }));
    await press('Add 1 time');
    await screen.findByText(/^1 time is open/);

    const until = inDays(2);
    const day = screen.getByLabelText('Away until');
    expect(day).toHaveAccessibleDescription(/close, and do not come back after the pause/);
    fireEvent.change(day, { target: { value: inDays(12) } });
    expect(screen.getByRole('button', { name: 'Pause and close 2 times' })).toBeVisible();
    fireEvent.change(day, { target: { value: until } });
    backend.now(endpoints.mentor, ownPage({ free: [later], paused_until: until }));
    await press('Pause and close 1 time');
    await focusSays('Your pause is saved, and 1 time is closed.');
    expect(screen.queryByText(/^1 time is open/), 'what was opened may be closed').toBeNull();
    const main = screen.getByRole('main');
    expect(main).toHaveTextContent(`Hello Meera. You are away until ${formatDay(until)}.`);
    expect(main).toHaveTextContent('The times that we closed do not come back');
    expect(linkTo('add new ones')).toBe('#add-times');
    backend.now(endpoints.mentor, ownPage({ free: [later] }));
    await press('End the pause');
    await focusSays(/^Your pause has ended\. .* stay closed: add new ones under ‘Add times’/);
    expect(main).not.toHaveTextContent('You are away until');
    expect(screen.getByLabelText('Away until')).toHaveValue('');
  });

  test('§15.88 a mentor can answer a report in writing, and is told after leaving why there are no times to add', async () => {
    const report = { ...listedSession(-24), until: inHours(48) };
    const { backend, user, press, sent } = await openOwn({ reports: [report], has_left: true });
    expect(
      screen.getByText(/^You no longer take sessions with us\. If that is wrong/),
    ).toBeVisible();
    expect(linkTo('write to us')).toBe('/contact');
    const forms = /^Upcoming sessions$|^Open times$|^Add times$|^Meeting link$|^Pause$/;
    expect(screen.queryByText(/take effect right away|has a new one/)).toBeNull();
    expect(screen.queryByRole('region', { name: forms })).toBeNull();
    const field = screen.getByLabelText('If you were there, what happened?');
    expect(field, 'feedback is the first answer').not.toBeVisible();
    await user.click(screen.getByText('Answer in writing instead'));
    await press('Send this answer');
    expect(await screen.findByText('Please write a sentence or two.')).toBeVisible();
    await user.type(field, 'I waited for them.');
    backend.now(endpoints.mentor, ownPage({ has_left: true, coming: [listedSession(20)] }));
    await press('Send this answer');
    await waitFor(() => expect(screen.queryByText('Answer in writing instead')).toBeNull());
    expect(screen.getByText(/^Apart from the sessions below, you no longer take/)).toBeVisible();
    expect(screen.getByLabelText('Your own meeting link'), 'for these sessions').toBeVisible();
    expect(sent()).toEqual([{ act: 'answer', slot: report.slot, text: 'I waited for them.' }]);
  });

  test('§15.88 the page has one primary button, for the feedback that answers the first report', async () => {
    const reports = [
      { ...listedSession(-24), until: inHours(48) },
      { ...listedSession(-24 * 15), feedback: null, until: inHours(50) },
    ];
    await openOwn({ reports, missing: [listedSession(-30)] });
    const [first, second] = within(
      screen.getByRole('region', { name: 'Were you there?' }),
    ).getAllByRole('region', { name: /did not join$/ });
    if (!first || !second) throw new Error('There is no report.');
    const answer = within(first).getByRole('link', { name: 'Give feedback' });
    expect(answer).toHaveAttribute('href', 'https://www.example.org/feedback#t');
    expect(answer).toHaveAccessibleDescription(
      /^Asha ?says that you .* If you do not answer by .*, we will return the session to the member\.$/,
    );
    expect(within(second).queryByRole('link'), 'its feedback page has closed').toBeNull();
    expect(within(second).getByLabelText('If you were there, what happened?')).toBeVisible();
    const [shown, ...others] = screen.getAllByRole('link', { name: 'Give feedback' });
    expect(shown).toBe(answer);
    expect(shown).not.toHaveClass('button-quiet');
    expect(others).toHaveLength(1);
    for (const other of others) expect(other).toHaveClass('button-quiet');
    expect(within(second).getByRole('button', { name: 'Send this answer' })).toHaveClass(
      'button-quiet',
    );
  });

  test('§15.88 a mentor who did not join can return the session right away', async () => {
    const report = { ...listedSession(-24), until: inHours(48) };
    const { backend, user, press, sent } = await openOwn({ reports: [report] });
    await says(
      () => screen.getByRole('region', { name: /did not join$/ }).querySelector('p'),
      /^Asha says that you did not join the mock interview on /,
    );
    await user.click(screen.getByText('I did not join'));
    const { says: tooLate } = mentorRefusals.nothing_to_answer;
    backend.now(endpoints.mentor, refusal('nothing_to_answer', tooLate), 409);
    await press('Return the session');
    expect(await screen.findByText(tooLate)).toBeVisible();
    backend.now(endpoints.mentor, ownPage());
    await press('Return the session');
    await focusSays(/^Done\. The member has the session back\.$/);
    expect(screen.queryByText('I did not join')).toBeNull();
    expect(sent().at(-1)).toEqual({ act: 'missed', slot: report.slot });
    await press('Save this link');
    await screen.findByText('We have removed your link.');
    expect(screen.queryByText(/^Done\./), 'until the next change').toBeNull();
  });
});

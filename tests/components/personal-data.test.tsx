import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { hints } from '../../src/domain/account/messages.ts';
import { settingsMessages } from '../../src/domain/account/settings-messages.ts';
import { closingRefusals } from '../../src/domain/refusals/closing.ts';
import { accountPaths } from '../../src/domain/personal-data/account-api.ts';
import { notDone } from '../../src/lib/say-failure.ts';
import { storageKeys } from '../../src/lib/storage-keys.ts';
import { Backend, refusal } from './support/backend.ts';
import { island, member, session, signedIn } from './support/island.tsx';
import { fillIn, openInsideApp, showPage, takeClock, watchLeaving } from './support/page.tsx';
import {
  emailChange,
  groupConsent,
  losesNothing,
  mailedToken,
  myConsents,
  myEmail,
  profile,
} from './support/samples/account.ts';
import { sessions } from './support/samples/bookings.ts';
import { explains, focused, linkTo, userName } from './support/screen.ts';

const closing = island('personal-data/CloseAccount');
const consents = island('personal-data/AgreedTo');
const changing = island('personal-data/ChangeEmail');
const download = island('personal-data/DownloadData');
const news = island('personal-data/NewsMails');
const state = (of: 'email' | 'news' | 'verified') => async () => {
  const { PartState } = await import('../../src/features/personal-data/PartState.tsx');
  return <PartState of={of} />;
};
const text = (part: string) => screen.findByText(new RegExp(RegExp.escape(part)));

async function openClosing(backend: Backend) {
  backend.rpc('what_closing_ends', losesNothing);
  const { user } = await showPage(closing);
  await user.click(await screen.findByRole('button', { name: 'Close my account' }));
  const dialog = await screen.findByRole('dialog', { name: 'Close your account for good?' });
  const confirm = within(dialog).getByRole('button', { name: 'Close my account' });
  return { user, dialog, confirm };
}

const pack = { pack: 'single', remaining: 1, valid_until: '2027-11-22', is_shared: false };
const bought = {
  order: 'an-order',
  pack: 'single',
  gives: 69_900,
  until: '2026-12-19',
  refunded: false,
};

test.for([
  ['buyer', [bought], '1 session of your Single Pack, valid until 22 November 2027.', 2],
  ['buyer', [{ ...bought, gives: 0 }], '1 session of your Single Pack', 1],
  ['buyer', [{ ...bought, gives: 0, refunded: true }], '1 session of your Single Pack', 0],
  ['second', [], 'Your share of a Single Pack with 1 session left', 0],
] as const)(
  '§18.31 a %s sees what they would lose before closing the account, and which money to ask back first',
  async ([role, orders, line, links]) => {
    const packs = [{ ...pack, role }];
    signedIn().rpc('what_closing_ends', { ...losesNothing, packs, bought: orders });
    const { user } = await showPage(closing);
    expect((await screen.findAllByRole('listitem'))[0]).toHaveTextContent(line);
    await user.click(screen.getByRole('button', { name: 'Close my account' }));
    const dialog = within(await screen.findByRole('dialog'));
    // The dialog has only the sums.
    const inDialog = links === 2 ? 1 : 0;
    expect(dialog.queryAllByRole('link')).toHaveLength(inDialog);
    expect(screen.queryAllByRole('link')).toHaveLength(links + inDialog);
    if (links < 2) return;
    const link = dialog.getByRole('link', { name: 'Ask for Rs 699 back' });
    expect(link).toHaveAttribute('href', '/dashboard/refunds?order=an-order');
    expect(link.parentElement).toHaveTextContent(
      'first, for your Single Pack. The last day is 19 December 2026.',
    );
  },
);

test('§18.32 §18.34 closing the account needs the password and the word CLOSE, and a wrong password leaves the account open', async () => {
  const left = watchLeaving();
  const backend = signedIn();
  const { user, dialog, confirm } = await openClosing(backend);
  expect(within(dialog).getByRole('heading')).toHaveFocus();
  expect(dialog, '§5.51').toHaveAttribute('closedby', 'closerequest');
  await user.click(confirm);
  explains('Your password', 'Password is required');
  explains('Type CLOSE', 'Type CLOSE to confirm.');
  expect(within(dialog).getByLabelText('Your password')).toHaveFocus();
  expect(userName()).toHaveValue(member.email);
  expect(backend.sent(accountPaths.close)).toEqual([]);

  backend
    .answer(accountPaths.close, refusal('wrong_password'), 403)
    .answer(accountPaths.close, { success: true })
    .answer('/auth/v1/logout', undefined, 204);
  await fillIn(user, 'Your password', 'wrong');
  await fillIn(user, 'Type CLOSE', 'close');
  await user.click(confirm);
  expect(await text(closingRefusals.wrong_password.says)).toBeVisible();
  explains('Your password', closingRefusals.wrong_password.says);
  expect(left).not.toHaveBeenCalled();

  await fillIn(user, 'Your password', 'correct horse');
  await user.click(confirm);
  await expect.poll(() => left.mock.calls).toEqual([['/']]);
  expect(backend.sent(accountPaths.close)).toEqual([
    { password: 'wrong', word: 'CLOSE' },
    { password: 'correct horse', word: 'CLOSE' },
  ]);
  expect(localStorage.getItem(storageKeys.session)).toBeNull();
  expect(sessionStorage.getItem(storageKeys.carriedToast)).toContain('Your account is closed.');
});

test('§18.34 if the reply is lost, the page says that the account may already be closed', async () => {
  const backend = signedIn();
  const { user, confirm } = await openClosing(backend);
  backend.lose(accountPaths.close);
  await fillIn(user, 'Your password', 'correct horse');
  await fillIn(user, 'Type CLOSE', 'CLOSE');
  await user.click(confirm);
  expect(await text('We got no answer, so your account may already be closed')).toBeVisible();
});

test('§18.40 §18.41 a member can download their data, and each of their files', async () => {
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:saved');
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue(undefined);
  const saved = () =>
    click.mock.contexts.map((link) => link instanceof HTMLAnchorElement && link.download);
  const kept = { id: '1', purpose: 'cv', type: 'application/pdf', size: 16 };
  const made = { created_at: '2026-11-20T10:00:00Z', download: '/api/one-file?id=1' };
  const backend = signedIn()
    .answer(accountPaths.data, { files: [{ ...kept, ...made }] })
    .answer('/api/one-file', 'bytes');
  const { user } = await showPage(download);
  await user.click(screen.getByRole('button', { name: 'Download my data' }));
  expect(await text('The file is on your device.')).toHaveTextContent('It lists these files');
  await user.click(screen.getByRole('button', { name: 'Download CV' }));
  await expect
    .poll(saved)
    .toEqual([expect.stringMatching(/^admitcircle-data-\d{4}-\d\d-\d\d\.json$/), 'cv.pdf']);
  expect(backend.calls.at(-1)?.headers.get('authorization')).toBe(`Bearer ${session.access_token}`);
});

test('§12.55 if the page is opened inside another app, the page says which browser to open instead for the download, and does not request the data', async () => {
  openInsideApp();
  const backend = signedIn();
  const { user } = await showPage(download);
  await user.click(screen.getByRole('button', { name: 'Download my data' }));
  expect(await screen.findByText(/cannot save files\. Open this page in/)).toHaveRole('alert');
  expect(screen.queryByText(/on your device/)).toBeNull();
  expect(backend.sent(accountPaths.data)).toEqual([]);
});

test('§18.40 R6 the page says whether a download failed because the browser is offline or because our server is down', async () => {
  const backend = signedIn().answer(accountPaths.data, undefined, 503);
  const { user } = await showPage(download);
  const button = screen.getByRole('button', { name: 'Download my data' });
  await user.click(button);
  expect(await screen.findByText(settingsMessages.serverDown)).toHaveRole('alert');
  backend.setOffline(true);
  await user.click(button);
  expect(await screen.findByText(hints.offline)).toHaveRole('alert');
});

test('§18.45 §18.46 the member’s consents are listed with their wording', async () => {
  signedIn().rpc('my_consents', { ...myConsents, loan: [groupConsent] });
  await showPage(consents);
  expect(await text('Terms and privacy policy of 1 November 2026, accepted on')).toBeVisible();
  const consent = screen.getByRole('heading', { name: 'For the loan group' }).closest('li');
  expect(consent).toHaveTextContent('Version 1, given on 20 November 2026');
  expect(consent).toHaveTextContent(groupConsent.text);
  expect(linkTo('close your account')).toBe('#close-account');
});

test('§18.30 §18.94 a member can stop news emails and get them again, is told when that fails, and sees the state beside the title', async () => {
  const backend = signedIn()
    .rpc('wants_announcements', true)
    .lose('/rest/v1/rpc/set_announcements')
    .rpc('set_announcements', false)
    .rpc('set_announcements', true);
  const { user } = await showPage(async () => (
    <>
      {await state('news')()}
      {await news()}
    </>
  ));
  await user.click(await screen.findByRole('button', { name: 'Stop news emails' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(notDone);
  expect(screen.getByText('On')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Stop news emails' }));
  await user.click(await screen.findByRole('button', { name: 'Get news emails' }));
  expect(await screen.findByRole('button', { name: 'Stop news emails' })).toBeVisible();
  const asked = [{ p_wanted: false }, { p_wanted: false }, { p_wanted: true }];
  expect(backend.sentTo('set_announcements')).toEqual(asked);
});

test.each([
  [[], 'Not verified yet'],
  [['second@example.com'], '1 of 2 verified'],
  [[member.email], '1 address'],
])(
  '§18.30 with the verified addresses %j, the settings say ‘%s’ beside ‘Verified emails’',
  async (addresses, said) => {
    signedIn().rpc('my_sessions', sessions({ addresses }));
    await showPage(state('verified'));
    expect(await screen.findByText(said)).toBeVisible();
  },
);

const unsubscribeToken = `${member.id}.${mailedToken}`;

function openUnsubscribe(fragment: string) {
  history.replaceState(null, '', `/unsubscribe${fragment}`);
  return showPage(island('messages/Unsubscribe'));
}

test.each([
  [
    'unsubscribe',
    'news',
    'Done. You will not get any more news from us.',
    '/dashboard/settings#news',
  ],
  [
    'times',
    'times',
    'Done. We will no longer email you when a time opens',
    '/dashboard/sessions#book',
  ],
])(
  '§18.94 §15.92 opening an unsubscribe link (%s) changes nothing until the member presses the button that stops emails about %s',
  async (kind, mails, said, href) => {
    const backend = new Backend().answer('/rest/v1/rpc/unsubscribe', undefined, 204);
    const { user } = await openUnsubscribe(`#${kind}=${unsubscribeToken}`);
    expect(location.hash).toBe('');
    expect(Object.values({ ...sessionStorage })).toContain(`#${kind}=${unsubscribeToken}`);
    expect(backend.calls).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Stop these emails' }));
    const done = await text(said);
    expect(done.closest('[tabindex]')).toHaveFocus();
    expect(linkTo(/in your settings$|your sessions page$/)).toBe(href);
    expect(backend.sentTo('unsubscribe')).toEqual([{ p_token: unsubscribeToken, p_mails: mails }]);
    expect(sessionStorage.getItem(storageKeys.addressLink)).toBeNull();
  },
);

test('§18.94 a closed account’s unsubscribe link and a lost reply lead to different messages, and both can be tried again', async () => {
  const backend = new Backend()
    .lose('/rest/v1/rpc/unsubscribe')
    .refuse('unsubscribe', 'link_not_valid');
  const { user } = await openUnsubscribe(`#unsubscribe=${unsubscribeToken}`);
  const button = screen.getByRole('button', { name: 'Stop these emails' });
  await user.click(button);
  expect(await text(notDone)).toBeVisible();
  await user.click(button);
  expect(await text('This link is incomplete, or the account is closed')).toBeVisible();
  expect(backend.sentTo('unsubscribe')).toHaveLength(2);
});

test.each([
  ['', 'To open this page, follow the ‘Unsubscribe’ link in one of our news emails.'],
  [`#unsubscribe=${unsubscribeToken.slice(0, -1)}`, hints.linkIncomplete],
])(
  '§18.94 the unsubscribe page explains what is wrong with the link %j and does not send a request',
  async (fragment, words) => {
    const backend = new Backend();
    await openUnsubscribe(fragment);
    expect(screen.getByRole('alert')).toHaveTextContent(words);
    expect(linkTo(/in your settings$/)).toBe('/dashboard/settings#news');
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
    expect(backend.calls).toEqual([]);
  },
);

test('§18.46 the page says so when a member has not given any consent for a loan', async () => {
  signedIn().rpc('my_consents', { ...myConsents, terms: [] });
  await showPage(consents);
  expect(await screen.findByText('You have not given consent for a loan.')).toBeVisible();
  expect(screen.getByText(/before we recorded versions/)).toBeVisible();
});

test.each([
  [groupConsent, 'the loan group', 'Leave the group', 'leave_loan_group', {}],
  [
    { ...groupConsent, kind: 'loan_lender', lender: 'Bank of One' },
    'Bank of One',
    'Withdraw my consent',
    'take_consent_back',
    { p_consent: groupConsent.id },
  ],
])(
  '§18.47 withdrawing a consent requires confirmation: $kind',
  async (given, whom, yes, call, sent) => {
    const backend = signedIn()
      .rpc('my_consents', { ...myConsents, loan: [given] })
      .rpc('my_consents', {
        ...myConsents,
        loan: [{ ...given, taken_back_at: '2026-11-23T10:00:00Z' }],
      })
      .rpc(call, null);
    const { user } = await showPage(consents);
    await user.click(await screen.findByRole('button', { name: /^Withdraw/ }));
    const name = `Withdraw your consent for ${whom}?`;
    const dialog = await screen.findByRole('dialog', { name });
    expect(within(dialog).getByRole('heading')).toHaveFocus();
    expect(backend.sentTo(call)).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: yes }));
    expect(await text('withdrawn on 23 November 2026')).toBeVisible();
    await focused(() => screen.getByRole('heading', { name: `For ${whom}` }));
    expect(screen.queryByRole('button', { name: /^Withdraw/ })).not.toBeInTheDocument();
    expect(backend.sentTo(call)).toEqual([sent]);
  },
);

test('§18.80 a new email address is checked before it is sent, and a refusal is explained', async () => {
  const backend = signedIn().rpc('my_email', myEmail).refuse('ask_email_change', 'too_many_today');
  const { user } = await showPage(changing);
  const ask = await screen.findByRole('button', { name: 'Change email' });
  await fillIn(user, 'New email address', 'nobody');
  await user.click(ask);
  explains('New email address', /^entered email is not valid/);
  expect(backend.sentTo('ask_email_change')).toEqual([]);
  await fillIn(user, 'New email address', ' NEW@example.com ');
  await user.click(ask);
  expect(await screen.findByText(/the limit of five changes a day/)).toBeVisible();
  expect(screen.getByLabelText('New email address')).toHaveFocus();
  expect(backend.sentTo('ask_email_change')).toEqual([{ p_address: 'new@example.com' }]);
});

test('§18.80 §18.84 an email change waits until both addresses are confirmed, can be requested again after a minute, and can be cancelled', async () => {
  const pass = takeClock();
  const backend = signedIn()
    .rpc('my_email', myEmail)
    .rpc('my_email', { ...myEmail, change: emailChange })
    .rpc('my_email', { ...myEmail, change: { ...emailChange, old_confirmed: true } })
    .rpc('my_email', myEmail)
    .rpc('ask_email_change', null)
    .rpc('ask_email_change', null)
    .rpc('cancel_email_change', null);
  const { user } = await showPage(changing);
  await screen.findByRole('button', { name: 'Change email' });
  await fillIn(user, 'New email address', emailChange.address);
  await user.click(screen.getByRole('button', { name: 'Change email' }));
  const [waiting] = await screen.findAllByText(/is not confirmed yet\./);
  const status = waiting?.closest('[role=status]');
  expect(status).toHaveTextContent(`${emailChange.address} is not confirmed yet.`);
  expect(status).toHaveTextContent(
    /^Changing your email to new@example\.comWe sent a link to each address\. Open both by /,
  );
  expect(status).toHaveFocus();
  expect(screen.getByRole('button', { name: /^Send again in \d+ s$/ })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await pass(61_000);
  await user.click(screen.getByRole('button', { name: 'Send the links again' }));
  expect(
    await screen.findByText('Sent again. Earlier emails’ links no longer work.'),
  ).toBeVisible();
  expect(status).toHaveTextContent(
    /1 of 2 confirmedNow, by .*, open the link that we sent to new@example\.com, /,
  );
  const asked = { p_address: emailChange.address };
  expect(backend.sentTo('ask_email_change')).toEqual([asked, asked]);
  await user.click(screen.getByRole('button', { name: 'Keep my email' }));
  await focused(() => screen.getByText(/^Your email stays the same/));
  expect(screen.getByLabelText('New email address')).toBeVisible();
  expect(backend.sentTo('cancel_email_change')).toHaveLength(1);
});

test('§18.80 a change from an address that was never verified waits only for the new one', async () => {
  const unverified = { ...myEmail, verified: false };
  signedIn()
    .rpc('my_email', unverified)
    .rpc('my_email', { ...unverified, change: { ...emailChange, old_confirmed: null } })
    .rpc('ask_email_change', null);
  const { user } = await showPage(changing);
  await screen.findByRole('button', { name: 'Change email' });
  expect(screen.getByLabelText('New email address')).toHaveAccessibleDescription(
    'We send a link to this address.',
  );
  await fillIn(user, 'New email address', emailChange.address);
  await user.click(screen.getByRole('button', { name: 'Change email' }));
  const status = (await screen.findByText('We sent a link to')).closest('[role=status]');
  expect(status).toHaveTextContent(/We sent a link to new@example\.com\. Open it by /);
  expect(status).toHaveTextContent(`Until then, you log in with ${member.email}.`);
});

const neutral = 'Change your account’s email';
const openedEmail = (name: string | RegExp) => screen.findByRole('region', { name });

function openEmailLink(token = mailedToken): void {
  history.replaceState(null, '', `/dashboard/settings#email_token=${token}`);
}

test.each([
  ['changed', 'Email changed', 'Log in with new@example.com next time.'],
  ['taken', neutral, 'new@example.com now has its own account, so your email stays the same.'],
])(
  '§18.81 §18.82 when the service answers an email-change link with %s, the page says so',
  async (answer, heading, words) => {
    openEmailLink();
    const backend = signedIn()
      .rpc('my_email', {
        ...myEmail,
        change: { ...emailChange, old_confirmed: true },
        link: 'new',
      })
      .rpc('my_email', myEmail)
      .rpc('my_sessions', sessions({ addresses: [member.email] }))
      .rpc(
        'my_sessions',
        sessions({
          addresses: [member.email, ...(answer === 'changed' ? ['new@example.com'] : [])],
        }),
      )
      .rpc('confirm_email_change', { state: answer, address: 'new@example.com' })
      .answer('/auth/v1/token', session)
      .answer('/rest/v1/profiles', profile);
    const { user } = await showPage(async () => (
      <>
        {await state('verified')()}
        {await changing()}
      </>
    ));
    expect(location.hash).toBe('');
    expect(await screen.findByText('1 address')).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Keep my email' })).toBeVisible();
    expect(await openedEmail(/^Change your email to/)).toHaveTextContent(
      'Change your email to new@example.com?',
    );
    expect(backend.sentTo('confirm_email_change')).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Change my email' }));
    const said = await openedEmail(heading);
    expect(said).toHaveTextContent(words);
    expect(within(said).getByRole('heading')).toHaveFocus();
    expect(within(said).queryAllByRole('link', { name: 'Open your dashboard' })).toHaveLength(
      answer === 'changed' ? 1 : 0,
    );
    expect(screen.queryAllByLabelText('New email address')).toHaveLength(
      answer === 'changed' ? 0 : 1,
    );
    expect(
      await screen.findByText(answer === 'changed' ? '2 addresses' : '1 address'),
    ).toBeVisible();
    expect(backend.sentTo('confirm_email_change')).toEqual([{ p_token: mailedToken }]);
    expect(sessionStorage.getItem(storageKeys.addressLink)).toBeNull();
    expect(
      backend.sent('/auth/v1/token'),
      'the login is renewed with the new address',
    ).toHaveLength(answer === 'changed' ? 1 : 0);
  },
);

test('§18.82 §18.84 after the first of two links, only the pending change says what is left', async () => {
  openEmailLink();
  const change = { ...emailChange, new_confirmed: true };
  signedIn()
    .rpc('my_email', { ...myEmail, change: emailChange, link: 'new' })
    .rpc('my_email', { ...myEmail, change, link: 'new' })
    .rpc('confirm_email_change', { state: 'waiting' });
  const { user } = await showPage(changing);
  const confirm = await screen.findByRole('button', { name: 'Confirm this address' });
  const [waits] = screen.getAllByText(/is not confirmed yet\./);
  expect(waits).not.toBeVisible();
  await user.click(confirm);
  await focused(() =>
    screen.getByText(/^Now, by .* open the link that we sent to/).closest('[role=status]'),
  );
  expect(waits).toBeVisible();
  expect(screen.getByText(/is confirmed\./)).toBeVisible();
  expect(screen.queryByRole('region')).not.toBeInTheDocument();
  expect(location.hash, 'a reload opens this part again').toBe('#change-email');
});

const neither = { old_confirmed: false, new_confirmed: false };
const last = 'Then your email changes.';
test.each([
  [
    'old',
    neither,
    `Step 1 of 2: confirm your current address, ${member.email}.`,
    'Confirm this address',
  ],
  [
    'new',
    neither,
    `Step 1 of 2: confirm the new address. Then open the link that we sent to ${member.email}.`,
    'Confirm this address',
  ],
  [
    'old',
    { ...neither, new_confirmed: true },
    `Step 2 of 2: confirm your current address, ${member.email}. ${last}`,
    'Change my email',
  ],
  [
    'new',
    { ...neither, old_confirmed: true },
    `Step 2 of 2: confirm the new address. ${last}`,
    'Change my email',
  ],
  [
    'new',
    { ...neither, old_confirmed: null },
    'You then log in with this address.',
    'Change my email',
  ],
])(
  '§18.82 the link to the %s address says what it confirms and what is left if the change has %o',
  async (of, given, words, button) => {
    openEmailLink();
    const backend = signedIn().rpc('my_email', {
      ...myEmail,
      change: { ...emailChange, ...given },
      link: of,
    });
    await showPage(changing);
    const asked = await openedEmail(/^Change your email to/);
    expect(asked).toHaveTextContent(words);
    expect(within(asked).getByRole('button')).toHaveAccessibleName(button);
    expect(backend.sentTo('my_email')).toEqual([{ p_token: mailedToken }]);
  },
);

test('§18.84 while a change is pending, the row of the settings says so, a used link asks nothing again, and another address can be used instead', async () => {
  openEmailLink();
  const other = { ...emailChange, address: 'other@example.com' };
  const backend = signedIn()
    .rpc('my_email', {
      ...myEmail,
      change: { ...emailChange, old_confirmed: true },
      link: 'old',
    })
    .rpc('my_email', { ...myEmail, change: other })
    .rpc('ask_email_change', null);
  const { user } = await showPage(async () => (
    <>
      {await state('email')()}
      {await changing()}
    </>
  ));
  expect(await screen.findByText('Change: 1 of 2 confirmed')).toBeVisible();
  expect(screen.queryByRole('region')).not.toBeInTheDocument();
  expect(sessionStorage.getItem(storageKeys.addressLink)).toBeNull();
  expect(screen.getByText(/is confirmed\./)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Use another address' }));
  expect(screen.getByLabelText('New email address')).toHaveFocus();
  await fillIn(user, 'New email address', other.address);
  await user.click(screen.getByRole('button', { name: 'Change to this address' }));
  await focused(() => screen.getByRole('heading').closest('[role=status]'));
  expect(screen.getByRole('heading')).toHaveTextContent('Changing your email to other@example.com');
  expect(screen.getByText('Change not confirmed yet')).toBeVisible();
  expect(screen.queryByLabelText('New email address')).not.toBeInTheDocument();
  expect(backend.sentTo('ask_email_change')).toEqual([{ p_address: other.address }]);
});

test('§18.80 settings that get the focus back show an address that was changed on another device', async () => {
  const pass = takeClock();
  signedIn()
    .rpc('my_email', myEmail)
    .rpc('my_email', { ...myEmail, email: 'new@example.com' });
  await showPage(state('email'));
  expect(await screen.findByText(member.email)).toBeVisible();
  await pass(5_000);
  fireEvent.focus(window);
  expect(await screen.findByText('new@example.com')).toBeVisible();
});

test.each([
  ['no change is pending', null, null, 'Nothing left to confirm', settingsMessages.linkExpired],
  ['it belongs to an earlier change', emailChange, null, neutral, settingsMessages.linkExpired],
  ['it is another account’s', null, 'other_account', neutral, settingsMessages.otherAccount],
] as const)(
  '§18.82 a link of an email change asks nothing if %s, and says so',
  async (_, change, link, title, words) => {
    openEmailLink();
    signedIn().rpc('my_email', { ...myEmail, change, link });
    await showPage(changing);
    const said = await openedEmail(title);
    expect(said).toHaveTextContent(words);
    if (link === null) {
      expect(said).toHaveTextContent(
        change
          ? `You still log in with ${member.email}. Open the link in our newest email`
          : `You log in with ${member.email}. If you want another address, enter it below.`,
      );
    }
    expect(within(said).queryByRole('button')).not.toBeInTheDocument();
    expect(sessionStorage.getItem(storageKeys.addressLink)).toBeNull();
  },
);

test('§18.82 a link of an email change that a mail program has cut off says so', async () => {
  openEmailLink('0123');
  const backend = signedIn().rpc('my_email', myEmail);
  await showPage(changing);
  expect(await text(hints.linkIncomplete)).toBeVisible();
  expect(screen.getByRole('button')).toHaveAccessibleName('Change email');
  expect(backend.sentTo('my_email')).toEqual([{}]);
});

test('§18.82 a link that was used in another window after this one opened is refused, and the page shows the new address', async () => {
  openEmailLink();
  signedIn()
    .rpc('my_email', { ...myEmail, change: emailChange, link: 'new' })
    .rpc('my_email', { ...myEmail, email: 'new@example.com' })
    .refuse('confirm_email_change', 'link_not_valid');
  const { user } = await showPage(changing);
  await user.click(await screen.findByRole('button', { name: 'Confirm this address' }));
  const said = await openedEmail('Nothing left to confirm');
  expect(said).toHaveTextContent('You log in with new@example.com.');
  expect(within(said).getByRole('heading')).toHaveFocus();
  expect(screen.queryByText(/is not confirmed yet/)).not.toBeInTheDocument();
});

test('§2.41 an unexpected error is shown in its place, and the rest of the page still works', async () => {
  vi.mocked(console.error).mockReturnValue(undefined);
  vi.mocked(console.warn).mockReturnValue(undefined);
  signedIn().rpc('my_consents', myConsents);
  const { user } = await showPage(async () => {
    // Of the same module registry as the other island.
    const { withErrorBoundary } = await import('../../src/features/ui/error-boundary.tsx');
    const Broken = withErrorBoundary(() => {
      throw new Error('The clock is broken.');
    });
    return (
      <>
        <Broken />
        {await consents()}
      </>
    );
  });
  const broken = await screen.findByText('Unexpected Application Error!');
  const alert = broken.closest<HTMLElement>('[role="alert"]') ?? broken;
  expect(within(alert).getByRole('heading')).toHaveTextContent('Unexpected Application Error!');
  expect(alert).toHaveTextContent('The clock is broken.');
  expect(await screen.findByText('You have not given consent for a loan.')).toBeVisible();
  const reload = vi.spyOn(location, 'reload').mockReturnValue(undefined);
  await user.click(within(alert).getByRole('button', { name: 'Reload the page' }));
  expect(reload).toHaveBeenCalledOnce();
  // React logs every error that the boundary catches.
  expect(console.error).toHaveBeenCalled();
  vi.mocked(console.error).mockClear();
});

/** /dashboard/loan: the request, the group, offers, the choice and rate matches. */
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { hints } from '../../src/domain/account/messages.ts';
import { verifiedHash } from '../../src/domain/account/verified-hash.ts';
import { unreadableFile } from '../../src/domain/files/file-types.ts';
import { fileRefusals } from '../../src/domain/files/member-files.ts';
import { costOf } from '../../src/domain/loans/loan-offer.ts';
import { formatDay } from '../../src/domain/words/dates.ts';
import type { MyLoan, ShownOffer } from '../../src/features/loans/loan-schema.ts';
import { inFull } from '../../src/features/loans/loan-words.ts';
import { storageKeys } from '../../src/lib/storage-keys.ts';
import type { Backend } from './support/backend.ts';
import { endpoints } from './support/endpoints.ts';
import { member, signedIn } from './support/island.tsx';
import { fillIn, showPage, toast } from './support/page.tsx';
import { disguised, readableOnce, unreadable } from './support/samples/files.ts';
import {
  choiceOf,
  consent,
  courseStarts,
  endedOffer,
  inGroup,
  lender,
  noLoan,
  offer,
  rateMatch,
  request,
} from './support/samples/loans.ts';
import { inDays } from './support/samples/moments.ts';
import {
  alerts,
  focused,
  focusSays,
  itemOf,
  linkTo,
  press,
  region,
  says,
} from './support/screen.ts';

const page = async () => {
  const { YourLoan } = await import('../../src/features/loans/YourLoan.tsx');
  return <YourLoan />;
};

let backend: Backend;
beforeEach(() => {
  backend = signedIn();
});

async function open(loan: MyLoan) {
  backend.rpc('my_loan', loan);
  const { user } = await showPage(page);
  await screen.findAllByRole('heading');
  await waitFor(() => expect(screen.queryByText('Working out your offers')).toBeNull());
  return user;
}
type User = Awaited<ReturnType<typeof open>>;

function changeTo(loan: MyLoan): void {
  backend.rpcNow('my_loan', loan);
}

const yours = () => region('Your request');
const offers = () => region('Offers');
const better = () => region('A better offer elsewhere?');
const card = ({ lender: { name } }: ShownOffer) => {
  return itemOf(within(offers()).getByRole('heading', { name: new RegExp(`^${name}\\b`) }));
};
const fullCost = (one: ShownOffer) =>
  within(card(one))
    .getByText(/^Full cost/)
    .closest('details');
const draft = () => localStorage.getItem(storageKeys.loanDraft);

test('the loan page says whether it is loading, failed to load, offline or out of date', async () => {
  const release = backend.hold('/rest/v1/rpc/my_loan');
  backend.rpc('my_loan', inGroup());
  const { user } = await showPage(page);
  expect(screen.getByRole('status')).toHaveTextContent('Loading your loan');
  act(() => release({ message: 'no' }, 500));
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('We could not load your loan.');
  await press(user, alert, 'Try again');
  await screen.findByRole('region', { name: 'Your request' });
  // Loads the dialogs, because they cannot load without a connection.
  await user.hover(screen.getByRole('button', { name: 'Leave the group' }));
  act(() => backend.setOffline(true));
  expect(screen.getByText(/This is the last version we loaded/)).toBeVisible();
  await press(user, yours(), 'Leave the group');
  const dialog = await screen.findByRole('dialog');
  await press(user, dialog, 'Leave the group');
  await alerts(dialog, hints.offline);
  backend.now('/rest/v1/rpc/my_loan', { message: 'no' }, 500);
  act(() => backend.setOffline(false));
  await waitFor(() => expect(screen.queryByText(/This is the last version we loaded/)).toBeNull());
  const notice = await screen.findByText(/^This page may be out of date/);
  expect(yours()).toHaveTextContent('Rs 20 lakh');
  changeTo(inGroup());
  await user.click(within(notice).getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByText(/^This page may be out of date/)).toBeNull());
});

describe('the loan request', () => {
  const start = async (loan = noLoan()) => {
    const user = await open(loan);
    await user.click(screen.getByRole('button', { name: 'Start your request' }));
    await screen.findByLabelText('Institute');
    return user;
  };

  test('§16.70 a mistake is explained beside its field when the member leaves the field', async () => {
    const user = await start();
    const amount = screen.getByLabelText('Loan amount');
    await user.type(amount, '1.5 crore');
    expect(amount).not.toHaveAttribute('aria-invalid', 'true');
    await user.click(screen.getByLabelText('City'));
    await waitFor(() => expect(amount).toHaveAttribute('aria-invalid', 'true'));
    expect(amount).toHaveAccessibleDescription(/from Rs 1 lakh to Rs 1 crore/);
    const programme = screen.getByLabelText('Programme');
    await user.click(programme);
    await user.tab();
    await waitFor(() => expect(programme).toHaveAttribute('aria-invalid', 'true'));
    expect(programme, 'the hint stays').toHaveAccessibleDescription(
      /Enter the programme\..+For example, PGP/,
    );
    await user.clear(amount);
    await user.type(amount, 'Rs 15,00,000');
    await waitFor(() =>
      expect(amount).toHaveAccessibleDescription('That is Rs\u00a015\u00a0lakh.'),
    );
    await press(user, yours(), 'Join the group');
    await focused(() => screen.getByLabelText('Institute'));
    expect(yours()).toHaveTextContent('Choose your admission stage.');
    expect(backend.sentTo('join_loan_group')).toEqual([]);
  });

  async function fill(user: User) {
    await user.type(screen.getByLabelText('Institute'), 'IIM Indore');
    await user.type(screen.getByLabelText('Programme'), 'PGP');
    await user.click(screen.getByRole('radio', { name: 'Converted' }));
    await user.selectOptions(screen.getByLabelText('Course starts'), courseStarts);
    await user.type(screen.getByLabelText('Loan amount'), '20 lakh');
    await user.selectOptions(screen.getByLabelText('Co-applicant'), 'A parent');
    await user.type(screen.getByLabelText('City'), 'Pune');
  }

  test('§16.2 §16.12 a loan request is sent only with consent, and the form explains a refusal', async () => {
    const user = await start();
    await fill(user);
    expect(draft()).toContain('IIM Indore');
    expect(yours()).toHaveTextContent('120 EMIs in 10 years, after your course');
    await press(user, yours(), 'Join the group');
    const box = screen.getByRole('checkbox', { name: 'I have read this and agree' });
    await waitFor(() =>
      expect(box).toHaveAccessibleDescription(/Tick the box to join the group\./),
    );
    expect(box).toHaveFocus();
    await user.click(box);
    backend.refuse('join_loan_group', 'request_not_valid');
    await press(user, yours(), 'Join the group');
    await alerts(yours(), 'Something in your request is missing');
    expect(screen.getByLabelText('City'), 'the typed city stays in the form').toHaveValue('Pune');
    backend.rpcNow('join_loan_group', inGroup({ offers: [offer()] }));
    await press(user, yours(), 'Join the group');
    const news = await screen.findByText('You are in the group, and your request counts.');
    await focused(() => news);
    expect(yours()).toHaveTextContent('Rs 20 lakh for PGP, IIM Indore');
    expect(yours(), 'the page says it once').not.toHaveTextContent('your request counts');
    for (const fact of ['Converted', '2 years', '10 years of EMIs', 'A parent', 'Pune']) {
      expect(yours()).toHaveTextContent(fact);
    }
    const sent = { p_amount: request().amount, p_term_months: 120, p_consent_version: 1 };
    expect(backend.sentTo('join_loan_group')).toMatchObject([sent, sent]);
    expect(draft(), 'sending the request deletes the draft').toBeNull();
  });

  test('§16.79 a new request with an unverified address says that the link is in the email about it', async () => {
    const user = await start(noLoan({ proven: false }));
    await fill(user);
    await user.click(screen.getByRole('checkbox'));
    backend.rpc('join_loan_group', inGroup({ proven: false }));
    backend.rpc('ask_address_proof', { address: member.email, state: 'waiting' });
    await press(user, yours(), 'Join the group');
    await says(yours, `The link is in our email to ${member.email}`);
    expect(yours()).toHaveTextContent(
      /^Your requestRs 20 lakh .+Your request is saved\. One step left: verify your email\./,
    );
    expect(screen.getByRole('heading', { name: 'Your request' })).toHaveFocus();
    expect(screen.queryByText(/^We have your request/), 'no toast over the heading').toBeNull();
    expect(offers()).not.toHaveTextContent('your request counts');
    const asked = [{ p_wanted: 'loan', p_again: false }];
    expect(backend.sentTo('ask_address_proof'), 'no second email').toEqual(asked);
  });

  test('§16.94 the form lists past intakes, ‘Choose’ and the coming ones in order, and suggests institutes', async () => {
    await start();
    const starts = screen.getByLabelText('Course starts');
    const groups = within(starts).getAllByRole('group');
    expect(groups.map((one) => one.getAttribute('label'))).toEqual(['Already started', 'Coming']);
    expect(groups[1]?.children).toHaveLength(25);
    expect(groups[1]?.previousElementSibling, 'where the list opens').toHaveTextContent('Choose');
    const months = [...starts.querySelectorAll('optgroup option')].map((one) =>
      one.getAttribute('value'),
    );
    expect(months, 'in order').toEqual(months.toSorted());
    const institute = screen.getByLabelText('Institute');
    const list = document.getElementById(institute.getAttribute('list') ?? '');
    expect(list?.querySelector('[value="IIM Indore"]')).not.toBeNull();
  });

  const keepDraft = (memberId: string) =>
    localStorage.setItem(
      storageKeys.loanDraft,
      JSON.stringify({ memberId, fields: { institute: 'XLRI', stage: 'applied' } }),
    );

  test('§15.104 the form suggests the member’s first school, and does not save a draft until the member types', async () => {
    const targets = [{ institute: 'FMS Delhi', interview_on: null }];
    const user = await open(noLoan({ targets }));
    await user.click(screen.getByRole('button', { name: 'Start your request' }));
    expect(await screen.findByLabelText('Institute')).toHaveValue('FMS Delhi');
    await user.type(screen.getByLabelText('City'), 'Pune');
    expect(draft()).toContain('FMS Delhi');
    await user.clear(screen.getByLabelText('City'));
    expect(draft()).toBeNull();
  });

  test('§16.11 a new request starts with the calculator’s figures, except those that a request cannot have', async () => {
    const figures = '/emi?amount=2500000&rate=11&years=7.5&study=0&grace=6&interest=added';
    sessionStorage.setItem(storageKeys.calculator, figures);
    const user = await start();
    const amount = screen.getByLabelText('Loan amount');
    expect(amount).toHaveValue('25,00,000');
    const hint = 'That is Rs\u00a025\u00a0lakh, from your EMI calculation.';
    expect(amount).toHaveAccessibleDescription(hint);
    await fillIn(user, 'Loan amount', '30 lakh');
    expect(amount).toHaveAccessibleDescription('That is Rs\u00a030\u00a0lakh.');
    await fillIn(user, 'Loan amount', '25,00,000');
    expect(screen.getByLabelText('Term')).toHaveValue('7 years 6 months');
    const course = screen.getByLabelText('Course length');
    expect(course).toHaveValue('2 years');
    expect(course, 'nothing new to say').not.toHaveAccessibleDescription();
    expect(draft()).toBeNull();
    await fillIn(user, 'Course length', '24');
    expect(course).toHaveAccessibleDescription('That is 2 years.');
  });

  test.each([
    [
      'the example, because there is no calculation',
      '',
      'Rs 2,67,928 less',
      'on Rs 20 lakh at 10.5%, with EMIs over 10 years after 3 years of study and',
    ],
    [
      'the last calculation',
      '?amount=2850000&rate=11.25&years=8&study=24&grace=6&interest=added',
      'Rs 2,92,879 less',
      '8 years',
    ],
    [
      'a small loan without a grace period',
      '?amount=100000&rate=10&years=1&study=12&grace=0&interest=paid',
      'Rs 1,557 less',
      'of study.',
    ],
    [
      'the example, because the calculation’s rate is below 1%',
      '?amount=2850000&rate=0.5&years=8&study=0&grace=0&interest=paid',
      'Rs 2,67,928 less',
      'at 10.5%',
    ],
  ])('§16.71 the invitation says what one point less saves on %s', async (on, query, saved, of) => {
    sessionStorage.setItem(storageKeys.calculator, `/emi${query}`);
    await open(noLoan());
    expect(region('Take your seat in the group')).toHaveTextContent(saved);
    expect(region('Take your seat in the group')).toHaveTextContent(of);
    const example = on.startsWith('the example');
    expect(linkTo('Work out your EMI')).toBe(`/emi${example ? '' : query}`);
  });

  test('§16.11 a member’s draft is there when they return', async () => {
    keepDraft(member.id);
    const user = await open(noLoan());
    await user.click(screen.getByRole('button', { name: 'Finish your request' }));
    expect(await screen.findByLabelText('Institute')).toHaveValue('XLRI');
    expect(screen.getByRole('radio', { name: 'Applied' })).toBeChecked();
  });

  test('§16.11 a draft is kept when the member tries to send it unfinished', async () => {
    const user = await start();
    await user.type(screen.getByLabelText('Institute'), 'XLRI');
    await press(user, yours(), 'Join the group');
    await focused(() => screen.getByLabelText('Programme'));
    await user.type(screen.getByLabelText('City'), 'Pune');
    cleanup();
    await open(noLoan());
    await user.click(screen.getByRole('button', { name: 'Finish your request' }));
    expect(await screen.findByLabelText('City')).toHaveValue('Pune');
  });

  test('§16.11 the dashboard’s link to a draft opens the form', async () => {
    history.replaceState(null, '', '#request-form');
    keepDraft(member.id);
    await open(noLoan());
    expect(await screen.findByLabelText('Institute')).toHaveFocus();
  });

  test.each([
    ['open until the member joins the group', noLoan(), true],
    ['collapsed once the member has joined the group', inGroup(), false],
  ])('§16.83 the list of our promises is %s', async (_, loan, isOpen) => {
    // Astro renders this list below the island.
    const list = '<details id="promises"><a href="/emi">EMI calculator</a></details>';
    document.body.insertAdjacentHTML('beforeend', list);
    document.querySelector('#promises')?.toggleAttribute('open', !isOpen);
    await open(loan);
    expect(document.querySelector('#promises')?.hasAttribute('open')).toBe(isOpen);
    const figures = isOpen ? '' : '?amount=2000000&years=10&study=24';
    const link = document.querySelector('#promises a');
    expect(link, '§16.80').toHaveAttribute('href', `/emi${figures}`);
  });

  test.each([
    ['§16.11 another member’s draft is deleted without being shown', 'another', noLoan()],
    [
      '§16.71 a draft is deleted once the member has sent a request from elsewhere',
      member.id,
      inGroup(),
    ],
    ['§16.71 another member’s draft is deleted on a group member’s page too', 'another', inGroup()],
  ])('%s', async (_, memberId, loan) => {
    keepDraft(memberId);
    await open(loan);
    expect(screen.queryByRole('button', { name: 'Finish your request' })).toBeNull();
    await waitFor(() => expect(draft()).toBeNull());
  });

  /** Selects the options again, because happy-dom keeps the first option selected. */
  async function chooseAgain(user: User) {
    await user.selectOptions(screen.getByLabelText('Course starts'), courseStarts);
    await user.selectOptions(screen.getByLabelText('Co-applicant'), 'parent');
  }

  test('§16.11 §16.94 a member can change a request without consenting again, and can keep its original course start', async () => {
    const longAgo = courseStarts.replace(/^\d+/, (year) => String(Number(year) - 4));
    const figures = '/emi?amount=2000000&rate=11&years=10&study=24&grace=6&interest=added';
    sessionStorage.setItem(storageKeys.calculator, figures);
    const user = await open(inGroup({ request: request({ course_starts: longAgo }) }));
    await press(user, yours(), 'Edit request');
    const form = await screen.findByRole('region', { name: 'Change your request' });
    const amount = await within(form).findByLabelText('Loan amount');
    expect(amount).toHaveValue('20,00,000');
    expect(amount, 'not from the calculation').toHaveAccessibleDescription(
      'That is Rs\u00a020\u00a0lakh.',
    );
    const starts = within(form).getByLabelText('Course starts');
    expect(starts.querySelector(`[value="${longAgo}"]`)).not.toBeNull();
    expect(within(form).queryByRole('checkbox'), 'the earlier consent still applies').toBeNull();
    await user.clear(amount);
    await user.type(amount, '25 lakh');
    await press(user, form, 'Keep my request');
    await focused(() => screen.getByRole('button', { name: 'Edit request' }));
    expect(yours()).toHaveTextContent('Rs 20 lakh');

    await press(user, yours(), 'Edit request');
    const again = await screen.findByLabelText('Loan amount');
    await user.clear(again);
    await user.type(again, '25 lakh');
    await chooseAgain(user);
    backend.rpc('join_loan_group', inGroup({ request: request({ amount: 25_00_000_00 }) }));
    await user.click(screen.getByRole('button', { name: 'Change the request' }));
    await focusSays(/^Changed to Rs 25 lakh\. Everything below is for your new request\.$/);
    expect(yours()).toHaveTextContent('Rs 25 lakh');
  });

  test.each([
    ['offers', 'Your request is changed. Everything below is for your new request.'],
    ['a choice', 'Your request is changed. Everything below is for your new request.'],
  ])(
    '§16.76 after a change of anything but the amount, the page says above everything else what changed (%s)',
    async (has, says) => {
      const one = offer();
      const loan = inGroup({ offers: [one], choice: has === 'offers' ? null : choiceOf(one) });
      const user = await open(loan);
      await press(user, yours(), 'Edit request');
      await screen.findByLabelText('Loan amount');
      await chooseAgain(user);
      backend.rpc('join_loan_group', loan);
      await user.click(screen.getByRole('button', { name: 'Change the request' }));
      await focusSays(says);
      expect(document.querySelector('.loan-page')?.firstElementChild).toHaveFocus();
      await press(user, yours(), 'Edit request');
      expect(screen.queryByText(says), 'until the next step').toBeNull();
    },
  );

  const yearBefore = courseStarts.replace(/^\d+/, (year) => String(Number(year) - 1));
  test.each([
    ['Loan amount', '60 lakh', 'It lends up to Rs 40 lakh; you are asking for Rs 60 lakh.'],
    ['Term', '4 years', 'Its EMIs run for at least 5 years; your term is 4 years.'],
    ['Course starts', yearBefore, 'Its offer is for courses that start in'],
  ])(
    '§16.55 the page says beside the field why a change does not fit the chosen offer: %s',
    async (label, value, says) => {
      const one = offer();
      const user = await open(inGroup({ offers: [one], choice: choiceOf(one) }));
      await press(user, yours(), 'Edit request');
      const field = await screen.findByLabelText(label);
      await chooseAgain(user);
      if (label === 'Course starts') {
        await user.selectOptions(field, value);
      } else {
        await user.clear(field);
        await user.type(field, value);
      }
      await user.click(screen.getByRole('button', { name: 'Change the request' }));
      await focused(() => field);
      expect(field).toHaveAccessibleDescription(
        new RegExp(
          `^You have chosen ${one.lender.name}\\. ${says.replaceAll(' ', '\\s')}.* Change this, or withdraw your choice first\\.`,
        ),
      );
      expect(backend.sentTo('join_loan_group')).toEqual([]);
    },
  );

  test('§16.76 a member who comes from the link that verifies their email reads first that the request counts, once', async () => {
    history.replaceState(null, '', `/dashboard/loan${verifiedHash}`);
    const { intake_year: year } = request();
    const counts = `Email verified. You are in the ${year} group, and your request counts.`;
    await open(inGroup({ offers: [offer()] }));
    await focusSays(counts);
    expect(document.querySelector('.loan-page')?.firstElementChild).toHaveFocus();
    expect(screen.getAllByText(counts)).toHaveLength(1);
    expect(location.hash, 'a reload does not say it again').toBe('');
  });

  test('§16.76 the link’s address alone does not make a request count', async () => {
    history.replaceState(null, '', `/dashboard/loan${verifiedHash}`);
    await open(inGroup({ proven: false }));
    expect(screen.queryByText(/^Email verified/)).toBeNull();
  });

  test('§16.71 changing a request after the consent text has changed requires a new consent', async () => {
    const texts = (version: number, text: string) => ({
      consent_texts: { ...noLoan().consent_texts, group: { version, text } },
    });
    const user = await open(inGroup(texts(2, 'Second words.')));
    await press(user, yours(), 'Edit request');
    const box = await screen.findByRole('checkbox', { name: 'I have read this and agree' });
    expect(box).not.toBeChecked();
    await chooseAgain(user);
    const send = screen.getByRole('button', { name: 'Change the request' });
    await user.click(send);
    await waitFor(() =>
      expect(box).toHaveAccessibleDescription(/Tick the box to join the group\./),
    );
    expect(backend.sentTo('join_loan_group')).toEqual([]);
    await user.click(box);
    backend.refuse('join_loan_group', 'consent_not_given');
    changeTo(inGroup(texts(3, 'Third words.')));
    await user.click(send);
    await screen.findByText('Third words.');
    await waitFor(() => expect(screen.getByRole('checkbox')).not.toBeChecked());
  });

  test.each([
    ['with_lender', rateMatch(), true],
    ['chosen', rateMatch({ state: 'declined' }), false],
  ] as const)(
    '§16.11 a member who leaves the group while their choice is %s first reads what will end',
    async (state, match, had) => {
      const choice = choiceOf(offer(), { state });
      const user = await open(inGroup({ choice, rate_matches: [match] }));
      await press(user, yours(), 'Leave the group');
      const said = (await screen.findByRole('dialog')).textContent;
      expect(said).toContain(`This also withdraws your choice of ${choice.lender.name}.`);
      expect(
        said.includes('The lender already has your details, so we will tell it right away to stop'),
      ).toBe(had);
      expect(said.includes('This also withdraws your better offer')).toBe(had);
    },
  );

  const hasLeft = noLoan({ consents: [consent({ taken_back_at: '2026-11-22T10:00:00+00:00' })] });

  test('§16.11 leaving the group requires confirmation', async () => {
    const user = await open(inGroup());
    const leave = within(yours()).getByRole('button', { name: 'Leave the group' });
    await user.click(leave);
    const dialog = await screen.findByRole('dialog', { name: 'Leave the group?' });
    expect(within(dialog).getByRole('heading')).toHaveFocus();
    await press(user, dialog, 'Stay in the group');
    expect(backend.sentTo('leave_loan_group')).toEqual([]);
    await user.click(leave);
    backend.rpc('leave_loan_group', hasLeft);
    await press(user, await screen.findByRole('dialog'), 'Leave the group');
    await focusSays('You have left the group. You can join again at any time.');
    expect(screen.getByRole('main')).toHaveTextContent('withdrawn on');
  });

  test('if the reply to a change is lost, the page says so and shows what happened', async () => {
    const user = await open(inGroup());
    await press(user, yours(), 'Leave the group');
    const dialog = await screen.findByRole('dialog');
    backend.lose('/rest/v1/rpc/leave_loan_group');
    changeTo(hasLeft);
    await press(user, dialog, 'Leave the group');
    await alerts(dialog, 'we cannot tell whether that worked');
    await press(user, dialog, 'Stay in the group');
    await focused(() => screen.getByRole('heading', { name: 'Take your seat in the group' }));
  });
});

describe('the loan group', () => {
  const forming = { members: null, sum: null, published_at: null };
  const group = (figures: Partial<NonNullable<MyLoan['group']>>) =>
    inGroup({ group: { intake_year: request().intake_year, ...forming, ...figures } });
  const panel = () => region(`The group of ${request().intake_year}`);

  test.each([
    [5, 5],
    [45, 20],
  ])(
    '§16.14 the latest published figure of %i members is shown as %i taken seats',
    async (members, seats) => {
      await open(group({ members, sum: 9_20_00_000_00, published_at: '2026-11-21T20:00:00Z' }));
      expect(panel()).toHaveTextContent(`${members} members ask for Rs 9.2 crore`);
      expect(panel()).toHaveTextContent(
        'Rounded down to the nearest five, as of 22 November 2026.',
      );
      const taken = document.querySelectorAll('[data-seat="yours"], [data-seat="taken"]');
      expect(taken).toHaveLength(seats);
    },
  );

  test('§16.14 a group that is still forming is labelled as such and does not show a figure', async () => {
    await open(group({}));
    expect(panel()).toHaveTextContent('is forming');
    expect(offers()).toHaveTextContent('No open offers right now');
  });

  test('§16.79 a member with an unverified address is asked to verify it first, and cannot choose an offer', async () => {
    const one = offer();
    const user = await open(inGroup({ proven: false, offers: [one], group: inGroup().group }));
    expect(yours()).toHaveTextContent(
      new RegExp(`^Your requestRs 20 lakh for .+ yearsOne step left: verify ${member.email}. Your`),
    );
    expect(yours(), 'the email about the request has the link').toHaveTextContent(
      'Open the link we emailed you.',
    );
    expect(within(yours()).getByRole('button', { name: 'Send the link again' })).toBeVisible();
    expect(backend.sentTo('ask_address_proof'), 'no email before the press').toEqual([]);
    expect(
      document.querySelector('[data-seat="yours"]'),
      'the request does not have a seat yet',
    ).toBeNull();
    expect(screen.getByRole('main')).not.toHaveTextContent(/in the group since|Leave the group$/i);
    expect(offers()).toHaveTextContent(/^OffersVerify your email to choose an offer\./);
    expect(linkTo('Verify your email', offers())).toBe('#your-request');
    expect(card(one)).not.toHaveTextContent('Verify your email');
    expect(within(offers()).queryByRole('button', { name: /^Choose this offer/ })).toBeNull();
    await press(user, yours(), 'Withdraw the request');
    const dialog = await screen.findByRole('dialog', { name: 'Withdraw your request?' });
    const withdrawn = consent({ taken_back_at: '2026-11-22T10:00:00+00:00' });
    backend.rpc('leave_loan_group', noLoan({ proven: false, consents: [withdrawn] }));
    await press(user, dialog, 'Withdraw my request');
    await focusSays('You have withdrawn your request. You can join again at any time.');
  });
});

describe('loan offers', () => {
  test('§16.91 §16.19 after one question, offers are sorted by the total to pay, and the device remembers the answer', async () => {
    const early = offer({ rate: 9.75, interest: 'paid', lender: lender({ name: 'Zed Bank' }) });
    const late = offer({ rate: 9.25, lender: lender({ name: 'Abel Bank' }) });
    const loan = inGroup({ offers: [early, late] });
    const user = await open(loan);
    const names = () =>
      within(screen.getByRole('table', { name: 'The offers in short' }))
        .getAllByRole('columnheader')
        .map((header) => within(header).getByRole('link').textContent);
    // Paying interest during study costs less in total, even at a higher rate.
    const byTotal = [early.lender.name, late.lender.name];
    expect(names(), 'offers are listed alphabetically').toEqual(byTotal.toReversed());
    expect(offers()).toHaveTextContent('Until you answer, offers are in alphabetical order.');
    expect(offers()).toHaveTextContent('What we earn plays no part in the order.');
    expect(screen.getByRole('table')).toHaveTextContent('Rs 16,250 interest a month, 30 times');
    expect(offers()).toHaveTextContent('One offer asks for Rs 16,250 a month. The other adds the');
    expect(card(early)).toHaveTextContent('Rs 16,250 interest a month, 30 times');
    expect(card(early)).toHaveTextContent(
      /9\.75% floating, Rs 16,250 a month for 30 months, then EMI Rs /,
    );
    expect(offers(), 'nothing is marked while the question is open').not.toHaveTextContent(
      /Lowest (total|APR)|Why the lowest/,
    );
    const question = screen.getByRole('group', { name: 'Can you pay interest while you study?' });
    await user.click(within(question).getByRole('radio', { name: 'No, only afterwards' }));
    expect(names()).toEqual(byTotal.toReversed());
    expect(card(late), '§16.96').toHaveTextContent(
      /^Abel BankLowest total if you pay only afterwardsLowest APR/,
    );
    const inTotal = () => [...screen.getByRole('row', { name: /^In total/ }).children];
    expect(inTotal()[1], 'a higher total').toHaveTextContent(/lowest if you pay only afterwards$/);
    expect(inTotal()[2]).toHaveTextContent(/ with Rs 16,250 a month while you study$/);
    expect(card(early)).toHaveTextContent('Asks for Rs 16,250 a month while you study');
    await press(user, offers(), 'Print a sheet for your family');
    const sheet = within(await screen.findByRole('dialog', { name: /^Loan offers for/ }));
    expect(sheet.getByRole('row', { name: /^In total/ })).toHaveTextContent(
      'lowest if you pay only afterwards',
    );
    expect(sheet.getByRole('row', { name: /^Before the EMIs/ })).toHaveTextContent(
      'starting while you study',
    );
    cleanup();
    await open(loan);
    expect(names(), 'this device keeps the answer').toEqual(byTotal.toReversed());
    await user.click(screen.getByRole('radio', { name: 'Yes' }));
    expect(names()).toEqual(byTotal);
    const lowest = [...screen.getByRole('table').querySelectorAll('td strong')];
    expect(lowest.map(({ textContent }) => textContent)).toHaveLength(2);
    const cards = within(offers()).getAllByRole('heading', { level: 3 }).slice(0, 2);
    expect(cards.map(({ textContent }) => textContent)).toEqual(
      byTotal.map((name): unknown => expect.stringContaining(name)),
    );
    expect(card(early)).toHaveTextContent(/^Zed BankLowest total\d/);
    expect(card(late), '§16.96').toHaveTextContent(/^Abel BankLowest APR\d/);
    expect(offers()).toHaveTextContent(
      `Why the lowest total and the lowest APR differ: ${early.lender.name} costs less in total`,
    );
  });

  const order = () =>
    screen.getAllByRole('region').map((part) => within(part).getAllByRole('heading')[0]?.id);

  test('§16.75 offers that the member can choose come before the request', async () => {
    await open(inGroup({ offers: [offer(), offer()] }));
    expect(order().slice(0, 2)).toEqual(['offers', 'your-request']);
  });

  test('§16.75 everything about the offers is folded after a choice', async () => {
    const one = offer();
    await open(inGroup({ offers: [one, offer()], choice: choiceOf(one) }));
    expect(order().slice(0, 2)).toEqual(['your-choice', 'your-request']);
    const fold = screen.getByText('Compare the offers again').closest('details');
    expect(fold).not.toHaveAttribute('open');
    expect(fold).toContainElement(screen.getByRole('table'));
    expect(fold).toHaveTextContent('What we earn plays no part in the order.');
  });

  test('§16.97 the family’s sheet shows every offer in full, side by side, and explains the terms', async () => {
    document.head.innerHTML = '<meta property="og:site_name" content="AdmitCircle">';
    const terms = { rate: 11, penal_charges: '2% a month', grace_months: 12, fee_percent: 0 };
    const [one, other] = [offer({ rate: 9.5 }), offer(terms)];
    const user = await open(inGroup({ offers: [one, other], choice: choiceOf(other) }));
    await press(user, region(/^Your choice: /), 'Print a sheet for your family');
    const sheet = within(
      await screen.findByRole('dialog', { name: 'Loan offers for Rs\u00a020\u00a0lakh' }),
    );
    const lenders = sheet.getAllByRole('columnheader').map(({ textContent }) => textContent);
    expect(lenders).toEqual([
      `${other.lender.name}Chosen`,
      `${one.lender.name}Lowest totalLowest APR`,
    ]);
    const lines = sheet.getAllByRole('rowheader').map(({ textContent }) => textContent);
    expect(lines).toEqual([
      ...['Rate', 'EMI', 'Before the EMIs', 'Interest', 'Charges', 'In total', 'APR'],
      ...['Security', 'Not in these figures', 'If you pay late', 'No EMIs during', 'Valid until'],
    ]);
    const head = 'for a course of 2 years, up to 1 year of grace and EMIs over 10 years';
    expect(sheet.getByText(new RegExp(head))).toBeVisible();
    expect(offers()).toHaveTextContent(head);
    expect(sheet.getByText('2% a month')).toBeVisible();
    expect(sheet.getByText(/^AdmitCircle, for Asha Rao, IIM Indore\. Worked out/)).toBeVisible();
    expect(screen.getByRole('dialog'), 'the small print comes after the table').toHaveTextContent(
      /Worked out on [^.]+\.The offers in short.+These are estimates/,
    );
    expect(sheet.getByText('no fee')).toBeVisible();
    expect(sheet.getByText(/The lender you choose pays AdmitCircle/)).toBeVisible();
    expect(sheet.getByText(/^Usually a parent, who signs the loan/)).toBeVisible();
    expect(sheet.queryByText(/Lenders marked ‘Sample’/)).toBeNull();
    expect(sheet.getByRole('button', { name: 'Print' })).toBeVisible();
  });

  test('§16.75 a table compares the offers’ five main figures, and each offer’s details are collapsed', async () => {
    const [one, other] = [offer({ rate: 9.5, fee_percent: 0.5 }), offer({ rate: 11 })];
    const user = await open(inGroup({ offers: [one, other] }));
    const table = within(screen.getByRole('table', { name: 'The offers in short' }));
    const names = table.getAllByRole('rowheader').map(({ textContent }) => textContent);
    expect(names).toEqual(['Rate', 'EMI', 'Before the EMIs', 'In total', 'APR']);
    const first = table.getAllByRole('row').map((row) => row.children[1]?.textContent);
    expect(first.slice(1, 4)).toEqual([
      '9.5% floating',
      'Rs\u00a032,026',
      expect.stringMatching(/^Nothing Rs\s[\d,]+ of interest is added to the loan$/),
    ]);
    expect(card(one)).toHaveTextContent(/9\.5% floating, EMI Rs 32,026, total Rs [\d,]+ Valid/);
    expect(card(one), 'a single offer’s').not.toHaveTextContent(/in total|\(APR\)/);
    expect(offers(), 'the APRs are lower').toHaveTextContent('Why an APR can be below its rate');
    expect(fullCost(one)).not.toHaveAttribute('open');
    await user.click(within(offers()).getByText('What the words mean'));
    expect(within(offers()).getByText(/^The loan’s cost as a yearly rate/)).toBeVisible();
    expect(within(offers()).getByRole('heading', { name: 'About these figures' })).toBeVisible();
    expect(screen.getAllByRole('button', { name: 'Edit request' }), 'only once').toHaveLength(1);
    expect(
      screen.getByRole('group', { name: 'The offers in short' }),
      'the names’ links scroll it',
    ).not.toHaveAttribute('tabindex');
  });

  test('§16.20 an offer shows what the loan costs in full, worked out from the member’s own figures', async () => {
    const one = offer({ rate: 9.5, fee_percent: 0.5 });
    const user = await open(inGroup({ offers: [one] }));
    expect(fullCost(one), '§16.75').toHaveAttribute('open');
    expect(screen.queryByRole('table')).toBeNull();
    expect(screen.queryByRole('group', { name: /^Can you pay interest/ })).toBeNull();
    // Rs 20 lakh at 9.5% with 30 months of simple interest, then 120 EMIs; the fee is 0.5% with 18% tax.
    for (const text of [
      'Rs 11,800',
      '0.5% of the loan, plus 18% tax',
      'Rs 32,026',
      '120 times',
      'Nothing for 30 months',
      '9.5% floating',
      '2.25 points below its standard rate of 11.75%',
      'A parent signs as co-applicant',
      'Stamp duty of your state',
      '2% a year on what is late',
      '2 years of study and 6 months of grace',
      'Valid until',
      'You pay in total',
      'Yearly cost (APR)',
    ]) {
      expect(card(one)).toHaveTextContent(text);
    }
    expect(offers()).toHaveTextContent('The lender decides, and only its Key Facts');
    expect(linkTo(/^Key Facts Statement/, card(one))).toBe('https://lender.example.com/facts.pdf');
    expect(linkTo(/^Lender’s site/, card(one))).toBe('https://lender.example.com');
    const figures = '/emi?amount=2000000&rate=9.5&years=10&study=24&grace=6';
    expect(linkTo(/^Month by month/, card(one))).toContain(figures);
    await user.click(within(card(one)).getByRole('link', { name: /^Month by month/ }));
    expect(sessionStorage.getItem(storageKeys.calculator)).toContain(one.lender.name);
  });

  test('§16.78 a sample lender is labelled, and its site is not linked', async () => {
    const sample = offer({ lender: lender({ is_sample: true }) });
    await open(inGroup({ offers: [sample, offer()] }));
    expect(within(card(sample)).getByRole('heading')).toHaveTextContent('Sample');
    expect(within(card(sample)).queryByRole('link', { name: /^Lender’s site/ })).toBeNull();
    expect(offers()).toHaveTextContent('Lenders marked ‘Sample’ are made up');
    const table = within(screen.getByRole('table', { name: 'The offers in short' }));
    expect(table.getByRole('link', { name: `${sample.lender.name} Sample` })).toBeVisible();
  });

  test('§16.21 §16.72 the page explains why an offer does not fit, and names lenders without an offer', async () => {
    const large = offer({ least_amount: 90_00_000_00, most_amount: 1_00_00_000_00, fits: false });
    const ended = offer({ valid_until: inDays(-3), expired: true });
    const silent = lender({ name: 'Silent Bank', is_sample: true });
    await open(inGroup({ offers: [large, ended], lenders_without_offer: [silent] }));
    expect(offers()).toHaveTextContent('No offer fits your request');
    for (const text of [
      'It lends at least Rs 90 lakh; you are asking for Rs 20 lakh.',
      'Charges1% of the loan, plus 18% tax',
      'Interest during study and 6 months of grace is added to the loan',
      'Other chargesStamp duty of your state',
      'If you pay late2% a year on what is late',
    ]) {
      expect(card(large)).toHaveTextContent(text);
    }
    expect(card(ended)).toHaveTextContent('It ended on');
    const rest = screen.getByText('See 2 offers that do not fit and 1 lender without an offer');
    expect(rest.closest('details')).toHaveAttribute('open');
    expect(rest.closest('details')).toHaveTextContent('Silent Bank Sample');
    expect(screen.queryByRole('button', { name: /^Choose this offer/ })).toBeNull();
  });

  test('§16.72 an offer that ended is named above the offers and beside its lender', async () => {
    const [withdrew, expired] = [lender({ name: 'Gone Bank' }), lender({ name: 'Late Bank' })];
    const gone = endedOffer({ lender: withdrew });
    const late = offer({ lender: expired, valid_until: inDays(-1), expired: true });
    const loan = inGroup({
      offers: [late],
      ended_offers: [
        gone,
        endedOffer({ id: late.id, lender: expired, rate: 9.9 }),
        endedOffer({ lender: lender({ name: 'Small Bank' }), could_choose: false }),
      ],
      lenders_without_offer: [withdrew, expired],
    });
    await open(loan);
    const on = formatDay(`${inDays(-1)}T12:00+05:30`);
    const told = screen.getByText(`Gone Bank’s 10.4% offer ended on ${on}.`);
    const notice = told.closest('.notice');
    expect(notice).toHaveTextContent(`Late Bank’s 9.9% offer ended on ${on}.`);
    expect(notice).not.toHaveTextContent('Small Bank');
    expect(offers()).toHaveTextContent('No open offers right now');
    expect(offers()).not.toHaveTextContent('No offer for your group');
    expect(within(offers()).getAllByRole('heading', { name: 'Late Bank' })).toHaveLength(1);
    expect(offers()).toHaveTextContent(`Its 10.4% offer ended on ${on}`);
  });

  test('§16.72 an offer that the notice about an ended choice names is not named again', async () => {
    const gone = offer();
    const past_choices = [choiceOf(gone, { state: 'withdrawn' })];
    await open(inGroup({ past_choices, ended_offers: [endedOffer({ id: gone.id })] }));
    expect(screen.getByRole('main')).toHaveTextContent(`${gone.lender.name} withdrew its offer`);
    expect(screen.getByRole('main')).not.toHaveTextContent('10.4% offer ended');
  });
});

describe('choosing an offer', () => {
  const one = offer();
  const chosen = choiceOf(one);
  const ask = async (user: User, chosen = one) => {
    await press(user, card(chosen), /^Choose this offer/);
    return screen.findByRole('dialog', { name: `Choose ${chosen.lender.name}’s offer?` });
  };
  const yourChoice = () => region(/^Your (choice|loan): /);
  const step = (name: string) => itemOf(within(yourChoice()).getByText(name));

  test('§16.95 the box itself names the lender, and it is said once what it gets', async () => {
    const user = await open(inGroup({ offers: [one] }));
    const dialog = await ask(user);
    const said = `I agree: only ${one.lender.name} gets my request and details.`;
    expect(within(dialog).getByRole('checkbox', { name: said })).toBeVisible();
    expect(dialog, 'the box comes after all that it agrees to').toHaveTextContent(
      /Key Facts Statement.+gets:.+asha@example\.com.+to no other lender.+I agree: only/,
    );
    expect(linkTo('name and number', dialog)).toBe('/dashboard/profile');
    expect(dialog, 'a parent signs').not.toHaveTextContent('terms on security');
    expect(linkTo('address', dialog)).toBe('/dashboard/settings');
  });

  test('§16.93 a member without a co-applicant learns before and after the choice that most lenders ask for one', async () => {
    const alone = inGroup({ offers: [one], request: request({ co_applicant: 'none' }) });
    const user = await open(alone);
    const dialog = await ask(user);
    expect(dialog).toHaveTextContent(
      'Check this offer’s terms on security: ‘A parent signs as co-applicant’. Most lenders ask for a co-applicant, usually a parent.',
    );
    await press(user, dialog, 'Add a co-applicant first');
    const signer = await screen.findByRole('combobox', { name: 'Co-applicant' });
    await focused(() => signer);
    expect(screen.queryByRole('dialog')).toBeNull();
    await press(user, region('Change your request'), 'Keep my request');
    backend.rpc('choose_offer', { ...alone, choice: chosen });
    const again = await ask(user);
    await user.click(within(again).getByRole('checkbox'));
    await press(user, again, 'Choose this offer');
    const first = await within(await waitFor(yourChoice)).findByText(/^A co-applicant, usually/);
    expect(itemOf(first)).toBe(within(yourChoice()).getAllByRole('listitem').at(4));
    expect(linkTo('Add yours', yourChoice())).toBe('#change-request');
  });

  test('§16.93 a member whose co-applicant is neither a parent nor a spouse sees what the terms say about that before choosing', async () => {
    const silent = offer({ rate: 13, security: 'None up to Rs 50 lakh' });
    const user = await open(
      inGroup({
        offers: [one, silent],
        request: request({ co_applicant: 'sibling' }),
      }),
    );
    const terms =
      'Your co-applicant is your brother or sister. Check this offer’s terms on security: ‘A parent signs as co-applicant’.';
    expect(card(one).querySelector('header')).toHaveTextContent(terms);
    expect(card(silent).querySelector('header')).toHaveTextContent(
      'This offer’s terms do not say who has to sign with you: the lender decides.',
    );
    const dialog = await ask(user);
    expect(dialog).toHaveTextContent(`${terms} If yours is not named, ask the lender first.`);
    expect(
      within(dialog).getByRole('button', { name: 'Change the co-applicant first' }),
    ).toBeVisible();
  });

  test('§16.93 where the terms may exclude brothers and sisters, the dialog advises to ask the lender first', async () => {
    const without = offer({ security: 'A parent signs; brothers and sisters are not accepted' });
    const sibling = request({ co_applicant: 'sibling' });
    const user = await open(inGroup({ offers: [without], request: sibling }));
    expect(await ask(user, without)).toHaveTextContent('If yours is not named, ask the lender');
  });

  test('§16.93 where the terms name brothers and sisters, the dialog does not suggest another co-applicant', async () => {
    const named = offer({ security: 'A parent, brother or sister signs as co-applicant' });
    const sibling = request({ co_applicant: 'sibling' });
    const user = await open(inGroup({ offers: [named], request: sibling }));
    const dialog = await ask(user, named);
    expect(dialog).toHaveTextContent(
      'terms mention brothers or sisters: ‘A parent, brother or sister signs',
    );
    expect(dialog).not.toHaveTextContent('If yours is not named');
    expect(within(dialog).queryByRole('button', { name: /co-applicant first$/ })).toBeNull();
  });

  test('§16.22 §16.23 choosing an offer needs consent to share details with its lender', async () => {
    const user = await open(inGroup({ offers: [one] }));
    const dialog = await ask(user);
    expect(dialog).toHaveTextContent(`are given to ${one.lender.name}, and to no other lender`);
    expect(dialog).not.toHaveTextContent('{lender}');
    expect(dialog).toHaveTextContent(
      /Nothing for 30 months then Rs [\d,]+ of interest is added to the loanEMIRs [\d,]+ 120 times/,
    );
    expect(dialog).toHaveTextContent(/ChargesRs 23,600In totalRs [\d,]+APR\d/);
    expect(dialog).toHaveTextContent('Phone98220 12345Emailasha@example.com');
    await press(user, dialog, 'Read and agree');
    const box = within(dialog).getByRole('checkbox');
    await focused(() => box);
    expect(box, 'the first press did what its label says').toBeValid();
    expect(dialog).not.toHaveTextContent('Tick the box to choose this offer.');
    await press(user, dialog, 'Choose this offer');
    await focused(() => box);
    expect(box).toHaveAccessibleDescription(/Tick the box to choose this offer\.$/);
    expect(backend.sentTo('choose_offer')).toEqual([]);
    await user.click(within(dialog).getByRole('checkbox'));
    backend.rpc('choose_offer', inGroup({ offers: [one], choice: chosen }));
    await press(user, dialog, 'Choose this offer');
    expect(await toast(`You have chosen ${one.lender.name}’s offer.`)).toBeVisible();
    expect(backend.sentTo('choose_offer')).toEqual([{ p_offer: one.id, p_consent_version: 1 }]);
    expect(screen.getByRole('heading', { name: /^Your choice/ })).toHaveFocus();
    expect(step('Chosen')).toHaveAttribute('aria-current', 'step');
    expect(step('Sanctioned')).toHaveTextContent('the lender decides');
    expect(yourChoice()).toHaveTextContent(/APR\d+\.\d\d%/);
    expect(step('Disbursed')).toHaveTextContent('after you sign');
    expect(yourChoice()).toHaveTextContent('Rs 23,600');
    expect(yourChoice()).toHaveTextContent('The offer ends on');
    await user.click(screen.getByText('Compare the offers again'));
    expect(card(one)).toHaveTextContent('You have chosen this offer.');
    expect(within(card(one)).getByText('Chosen')).toHaveClass('badge');
    expect(screen.queryByRole('button', { name: /^Choose this offer/ })).toBeNull();
  });

  test('§16.22 the question names the interest that the member pays while studying', async () => {
    const early = offer({ rate: 9.75, interest: 'paid' });
    const user = await open(inGroup({ offers: [early] }));
    expect(card(early)).toHaveTextContent('Asks for Rs 16,250 a month while you study');
    await press(user, card(early), /^Choose this offer/);
    expect(await screen.findByRole('dialog')).toHaveTextContent(
      /Before the EMIsRs 16,250 interest a month, 30 timesEMIRs [\d,]+ 120 times/,
    );
  });

  test.each([
    ['chosen', (name: string) => `You have chosen ${name}. Withdraw that choice to choose this`],
    ['disbursed', (name: string) => `Your loan is from ${name}.`],
  ] as const)(
    '§16.23 a member whose choice is %s cannot choose a different offer',
    async (state, said) => {
      const other = offer();
      const user = await open(inGroup({ offers: [one, other], choice: choiceOf(one, { state }) }));
      await user.click(screen.getByText('Compare the offers again'));
      expect(card(other)).toHaveTextContent(said(one.lender.name));
      expect(screen.queryByRole('button', { name: /^Choose this offer/ })).toBeNull();
    },
  );

  test('§16.12 consent given to an old wording does not count for the new wording', async () => {
    const user = await open(inGroup({ offers: [one] }));
    const dialog = await ask(user);
    await user.click(within(dialog).getByRole('checkbox'));
    const words = { version: 2, text: 'New words for {lender}.' };
    backend.refuse('choose_offer', 'consent_not_given');
    changeTo(inGroup({ offers: [one], consent_texts: { group: words, lender: words } }));
    await press(user, dialog, 'Choose this offer');
    await alerts(dialog, 'The consent text has changed.');
    // The box and the buttons are at the end of the long text.
    const box = within(dialog).getByRole('checkbox');
    expect(box.compareDocumentPosition(within(dialog).getByRole('alert'))).toBe(
      Node.DOCUMENT_POSITION_FOLLOWING,
    );
    await says(() => dialog, `New words for ${one.lender.name}.`);
    expect(within(dialog).getByRole('checkbox')).not.toBeChecked();
  });

  test('§16.24 the chosen offer is marked with its state, on the page and on the family’s sheet', async () => {
    const choice = choiceOf(one, { state: 'with_lender' });
    const user = await open(inGroup({ offers: [one], choice }));
    await user.click(screen.getByText('Compare the offers again'));
    expect(within(card(one)).getByText('With the lender')).toHaveClass('badge');
    await press(user, yourChoice(), 'Print a sheet for your family');
    const sheet = await screen.findByRole('dialog', { name: /^Loan offers for/ });
    expect(within(sheet).getByText('With the lender')).toHaveClass('badge');
  });

  test('§16.19 §16.24 the offer whose lender has declined the request is marked, and comes last and quietly', async () => {
    const past = [choiceOf(one, { state: 'declined' })];
    const dearer = offer({ rate: 13 });
    const sampled = { ...dearer, lender: { ...dearer.lender, is_sample: true } };
    const third = offer({ rate: 14 });
    const user = await open(inGroup({ offers: [one, sampled, third], past_choices: past }));
    const declined = within(card(one)).getByText('Declined');
    expect(declined).toHaveClass('badge');
    expect(declined).toHaveAttribute('data-tone', 'ended');
    expect(within(offers()).getAllByText('Declined')).toHaveLength(1);
    const [choose, ...rest] = within(offers()).getAllByRole('button', { name: /^Choose this off/ });
    expect(choose).not.toHaveClass('button-quiet');
    expect(rest).toHaveLength(1);
    const table = within(offers()).getByRole('table');
    expect(table).toHaveTextContent(third.lender.name);
    expect(table, 'it compares what can be chosen').not.toHaveTextContent(one.lender.name);
    const again = `Ask this lender again (${one.lender.name})`;
    expect(within(card(one)).getByRole('button', { name: again })).not.toHaveClass('button');
    expect(offers()).toHaveTextContent(
      'Cheapest in total first; lenders that declined or withdrew come last.',
    );
    await press(user, offers(), 'Print a sheet for your family');
    const sheet = within(await screen.findByRole('dialog', { name: /^Loan offers for/ }));
    expect(sheet.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining(dearer.lender.name),
      expect.stringContaining(third.lender.name),
      expect.stringContaining(one.lender.name),
    ]);
    expect(sheet.getByText(/Lenders marked ‘Sample’ are made up/), '§16.78').toBeVisible();
  });

  test('§16.19 an offer that its lender withdrew after the choice comes last, and only that one', async () => {
    const past = [choiceOf(one, { state: 'withdrawn' })];
    const newer = offer({ rate: 13, lender: { ...one.lender, name: 'Newer' } });
    await open(inGroup({ offers: [one, newer], past_choices: past }));
    expect(within(card(one)).getByText('Withdrawn by the lender')).toHaveClass('badge');
    expect(card(newer)).toHaveTextContent(/Withdrew an offer to you on \d+ \w+ \d{4}/);
    const again = `Ask this lender again (${one.lender.name})`;
    expect(within(card(one)).getByRole('button', { name: again })).toBeVisible();
    expect(within(offers()).getAllByRole('button', { name: /^Choose this offer/ })).toHaveLength(1);
    expect(within(offers()).queryByText('Lowest total')).toBeNull();
  });

  test('§16.19 §16.73 every lender that declined the request stays marked, the page says that none is left, and asking again repeats the reason', async () => {
    const other = offer({ rate: 13 });
    const past = [other, one].map((by) =>
      choiceOf(by, { state: 'declined', reason: `No income for ${by.lender.name}` }),
    );
    const user = await open(inGroup({ offers: [one, other], past_choices: past }));
    expect(within(offers()).getAllByText('Declined')).toHaveLength(2);
    expect(within(offers()).queryByRole('table'), 'there is nothing to compare').toBeNull();
    expect(within(offers()).queryByText('Lowest total')).toBeNull();
    expect(within(offers()).queryByRole('button', { name: /^Choose this offer/ })).toBeNull();
    expect(screen.getByRole('main')).toHaveTextContent(
      'No other lender is left to ask for now. Change your request, or ask again if something has changed.',
    );
    await press(user, card(one), `Ask this lender again (${one.lender.name})`);
    const dialog = await screen.findByRole('dialog', { name: `Ask ${one.lender.name} again?` });
    expect(dialog).toHaveTextContent(
      `${one.lender.name} declined your request. The reason given: No income for ${one.lender.name}. Ask again only if`,
    );
  });

  test('§16.19 §16.73 after the request has changed, a lender that declined it before can be chosen again, and the dialog says why it declined', async () => {
    const past = choiceOf(one, { state: 'declined', reason: 'No income' });
    const changed = request({ changed_at: new Date().toISOString() });
    const user = await open(inGroup({ offers: [one], request: changed, past_choices: [past] }));
    expect(within(offers()).queryByText('Declined')).toBeNull();
    expect(card(one)).toHaveTextContent(/Declined your earlier request on \d+ \w+ \d{4}/);
    expect(screen.getByRole('main')).not.toHaveTextContent('No other lender is left');
    expect(await ask(user)).toHaveTextContent(
      'declined your request. The reason given: No income. You have changed your request since.',
    );
  });

  test.each([
    ['sanctioned', 'has sanctioned'],
    ['disbursed', 'has paid out'],
  ] as const)(
    '§16.24 the sentence and the figures are for what a lender sanctioned, if it is less than the member asked for (%s)',
    async (state, has) => {
      const choice = choiceOf(one, { state, sanctioned: 150_000_000 });
      await open(inGroup({ offers: [one], choice }));
      expect(yourChoice()).toHaveTextContent(`${has} Rs 15 lakh of the Rs 20 lakh you asked`);
      expect(yourChoice()).toHaveTextContent('Rs 15 lakh of the Rs 20 lakh you asked for');
      const cost = costOf(one, { ...choice, amount: 150_000_000 });
      expect(yourChoice().textContent).toContain(`In total${cost && inFull(cost.total)}`);
      const toUs = within(yourChoice()).queryByRole('link', { name: 'write to us' });
      expect(toUs !== null, 'the member may need more before signing').toBe(state === 'sanctioned');
    },
  );

  test.each([
    ['chosen', 'Chosen', 'does not have your details yet', 'so it does not have them.'],
    ['with_lender', 'With the lender', 'already has your details.', 'It must stop using them'],
    ['sanctioned', 'Sanctioned', 'will then not be paid out through us', 'It must stop using them'],
  ] as const)(
    '§16.25 §16.73 a member who withdraws a choice that is %s (%s) is told whether the lender had the details',
    async (state, name, told, after) => {
      const made = choiceOf(one, { state });
      const user = await open(inGroup({ offers: [one], choice: made }));
      expect(step(name)).toHaveAttribute('aria-current', 'step');
      await press(user, yourChoice(), 'Withdraw your choice');
      const dialog = await screen.findByRole('dialog', { name: 'Withdraw your choice?' });
      expect(dialog).toHaveTextContent(told);
      const past = choiceOf(one, { state: 'taken_back', lender_had_it: made.lender_had_it });
      backend.rpc('take_choice_back', inGroup({ offers: [one], past_choices: [past] }));
      await press(user, dialog, 'Withdraw my choice');
      await focusSays(/ You can choose this offer again\.$/);
      expect(document.activeElement, '§16.76').toHaveTextContent(after);
      expect(backend.sentTo('take_choice_back')).toEqual([{ p_choice: made.id }]);
      expect(region('Past choices')).toHaveTextContent(after);
    },
  );

  test.each([
    [[offer()], 'You can choose another offer, or this one again.'],
    [[], 'You can choose this offer again.'],
  ])(
    '§16.76 the dialog to withdraw a choice says what the member can choose afterwards',
    async (others, says) => {
      const user = await open(inGroup({ offers: [one, ...others], choice: chosen }));
      await press(user, yourChoice(), 'Withdraw your choice');
      expect(await screen.findByRole('dialog')).toHaveTextContent(says);
    },
  );

  test('§16.26 a request that we are sending to a lender can no longer be changed, and has not been sent', async () => {
    const choice = choiceOf(one, { lender_had_it: true });
    await open(inGroup({ request: request({ fixed: true }), offers: [one], choice }));
    expect(yours()).toHaveTextContent(`goes to ${one.lender.name}, so you can no longer change it`);
  });

  test('§16.26 a request that a lender has received can no longer be changed', async () => {
    const choice = choiceOf(one, { state: 'with_lender' });
    await open(inGroup({ request: request({ fixed: true }), offers: [one], choice }));
    for (const words of [
      'will call you on 98220 12345 or write to asha@example.com',
      'five working days after we sent your request',
      'PAN and Aadhaar, yours and your co-applicant’s',
    ]) {
      expect(yourChoice(), '§16.93').toHaveTextContent(words);
    }
    expect(yours()).toHaveTextContent(`went to ${one.lender.name}, so you can no longer change it`);
    expect(within(yours()).queryByRole('button', { name: 'Edit request' })).toBeNull();
  });

  test('§16.93 a member without a phone number is not promised a call', async () => {
    const contact = { name: 'Asha Rao', email: 'asha@example.com', phone: '' };
    await open(inGroup({ offers: [one], choice: choiceOf(one), contact }));
    expect(yourChoice()).toHaveTextContent(
      'will write to asha@example.com (or call, if you add your phone number). If you have',
    );
    expect(linkTo('add your phone number')).toBe('/dashboard/profile');
    expect(yourChoice(), '§16.20').toHaveTextContent('Before the EMIsNothing for 30 months');
  });

  const choose = 'You can choose another offer\\.';
  const chooseOrChange =
    'Choose another offer, or change your request and ask again\\.Change your request';

  test.each([
    ['withdrawn', 'Withdrawn by the lender', 'withdrew its offer', 'The product is closed', choose],
    ['declined', 'Declined', 'declined your request.', 'There is no income', chooseOrChange],
    ['expired', 'Expired', 'so the lender does not have your details', null, choose],
  ] as const)(
    '§16.24 §16.73 the page says so when a choice is %s, and the member can choose a different offer',
    async (state, name, said, reason, next) => {
      const ended = choiceOf(offer(), { state, reason });
      const user = await open(inGroup({ offers: [one], past_choices: [ended] }));
      expect(region('Past choices')).toHaveTextContent(name);
      for (const words of [said, reason ?? said]) {
        expect(region('Past choices'), '§16.73 it is said once').not.toHaveTextContent(words);
      }
      const given = reason ? ` The reason given: ${reason}.` : '.';
      expect(screen.getByText(new RegExp(said)).closest('.notice')).toHaveTextContent(
        new RegExp(`${said}.*${given}${next}$`),
      );
      expect(within(card(one)).getByRole('button', { name: /^Choose this offer/ })).toBeVisible();
      const change = screen.queryByRole('button', { name: 'Change your request' });
      expect(change !== null).toBe(state === 'declined');
      if (!change) return;
      await user.click(change);
      expect(await screen.findByRole('region', { name: 'Change your request' })).toBeVisible();
    },
  );

  test('§16.73 §16.93 after a decline, a member without a co-applicant is told to change the request first, and sees the terms on security of the only other offer', async () => {
    const declined = choiceOf(offer(), { state: 'declined', reason: 'No co-applicant' });
    const alone = request({ co_applicant: 'none' });
    await open(inGroup({ request: alone, offers: [one], past_choices: [declined] }));
    expect(screen.getByText(/declined your request/).closest('.notice')).toHaveTextContent(
      /Change your request and ask again, or choose another offer\.Change your request$/,
    );
    expect(card(one).querySelector('header')).toHaveTextContent(
      'You have no co-applicant yet. Check this offer’s terms on security: ‘A parent signs',
    );
  });

  test('§16.73 after the member has left the group, a loan that was paid out keeps its figures and its Key Facts Statement, and comes before the invitation', async () => {
    const choice = choiceOf(one, { state: 'disbursed' });
    const past = [choiceOf(offer(), { state: 'declined', reason: 'No income' }), choice];
    await open(inGroup({ request: null, past_choices: past }));
    const loan = region('Your loan');
    expect(loan).toHaveTextContent('AmountRs 20 lakhRate10.5% floating');
    expect(within(loan).getByRole('link', { name: /^Key Facts/ })).toBeVisible();
    const invitation = region('Take your seat in the group');
    expect(loan.compareDocumentPosition(invitation)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(region('Past choices')).toHaveTextContent('Declined');
    expect(region('Past choices')).not.toHaveTextContent('Disbursed');
  });

  test('§16.73 a loan that has been paid out shows neither a current step nor the form for a better offer', async () => {
    const choice = choiceOf(one, { state: 'disbursed' });
    const user = await open(inGroup({ request: request({ fixed: true }), offers: [one], choice }));
    expect(step('Disbursed')).toHaveAttribute('data-step', 'done');
    expect(step('Disbursed')).not.toHaveAttribute('aria-current');
    expect(better()).toHaveTextContent('Your loan has been paid out, so we cannot match');
    expect(screen.queryByRole('button', { name: 'I found a better offer' })).toBeNull();
    await press(user, yours(), 'Leave the group');
    const dialog = await screen.findByRole('dialog', { name: 'Leave the group?' });
    expect(dialog).toHaveTextContent('except for the loan already paid out');
  });

  test('§16.82 withdrawing consent before the lender has the details withdraws the choice too', async () => {
    const given = consent({ lender: one.lender.name });
    const choice = choiceOf(one, { consent_id: given.id });
    const user = await open(inGroup({ offers: [one], choice, consents: [given] }));
    await user.click(screen.getByText('What you agreed to'));
    await user.click(screen.getByRole('button', { name: /^Withdraw consent/ }));
    const dialog = await screen.findByRole('dialog');
    expect(dialog).toHaveTextContent(
      `${one.lender.name} does not have your details and will not get them.`,
    );
    expect(dialog).toHaveTextContent(`This also withdraws your choice of ${one.lender.name}.`);
  });

  test('§16.82 a member can withdraw consent to a lender that declined them', async () => {
    const given = consent({ lender: one.lender.name });
    const past = choiceOf(one, { state: 'declined', consent_id: given.id });
    const user = await open(inGroup({ past_choices: [past], consents: [consent(), given] }));
    await user.click(screen.getByText('What you agreed to'));
    const withdraw = screen.getByRole('button', { name: /^Withdraw consent/ });
    expect(withdraw).toHaveAccessibleName(`Withdraw consent to ${one.lender.name}`);
    await user.click(withdraw);
    const name = `Withdraw your consent to ${one.lender.name}?`;
    const dialog = await screen.findByRole('dialog', { name });
    expect(dialog).toHaveTextContent(`We will tell ${one.lender.name} to stop right away`);
    expect(dialog).not.toHaveTextContent('also withdraws');
    const ended = { ...given, taken_back_at: '2026-11-22T10:00:00+00:00' };
    const after = inGroup({ past_choices: [past], consents: [consent(), ended] });
    backend.rpc('take_consent_back', after);
    await press(user, dialog, 'Withdraw my consent');
    await focused(() => screen.getByText(`For ${one.lender.name}`));
    expect(backend.sentTo('take_consent_back')).toEqual([{ p_consent: given.id }]);
    expect(screen.queryByRole('button', { name: /^Withdraw consent/ })).toBeNull();
  });
});

describe('sending a better offer', () => {
  const start = async (loan = inGroup()) => {
    const user = await open(loan);
    await press(user, better(), 'I found a better offer');
    await within(better()).findByLabelText('Lender');
    return user;
  };
  async function fill(user: User) {
    const form = within(better());
    await user.type(form.getByLabelText('Lender'), 'Bank of One');
    await user.type(form.getByLabelText('Interest rate'), '9.1%');
    await user.type(form.getByLabelText('Charges'), '5,000');
    await user.type(form.getByLabelText('Valid until'), inDays(20));
    await user.upload(form.getByLabelText('The written offer'), readableOnce());
  }

  test('§16.27 §18.17 §18.96 the better offer’s fields are checked in place, and its file before it is sent', async () => {
    const user = await start();
    const form = within(better());
    expect(form.getByLabelText('Lender')).toHaveFocus();
    await press(user, better(), 'Send offer');
    await says(better, /lender’s name.*interest rate.*charges, or 0.*offer’s last day/);
    await says(better, 'Add the written offer.');
    await user.upload(form.getByLabelText('The written offer'), disguised);
    await says(better, fileRefusals.wrongType);
    await user.upload(form.getByLabelText('The written offer'), unreadable());
    await says(better, unreadableFile);
    expect(form.getByLabelText('The written offer')).toHaveAccessibleDescription(
      new RegExp(`^${RegExp.escape(unreadableFile)}`),
    );
    await press(user, better(), 'Send offer');
    await says(better, unreadableFile);
    expect(backend.fileCalls).toEqual([]);
    await press(user, better(), 'Not now');
    await focused(() => screen.getByRole('button', { name: 'I found a better offer' }));
  });

  test('§16.28 a member can send one better offer at a time', async () => {
    const user = await start();
    await fill(user);
    const match = rateMatch();
    backend.answer(endpoints.file, { success: true, id: match.id });
    changeTo(inGroup({ rate_matches: [match] }));
    await press(user, better(), 'Send offer');
    await focused(() => screen.getByRole('heading', { name: /^Bank of One, 9\.1%/ }));
    const query = new URLSearchParams(backend.fileCalls[0]?.path.split('?')[1]);
    expect(Object.fromEntries(query)).toMatchObject({ rate: '9.1', charges: '500000' });
    expect(better()).toHaveTextContent('Charges Rs 5000');
    const day = formatDay(`${match.answer_by}T12:00+05:30`);
    expect(better(), '§16.90').toHaveTextContent(`We will answer by ${day}.`);
    expect(screen.queryByRole('button', { name: 'I found a better offer' })).toBeNull();
  });

  test('a better offer appears and gets the focus even if the reply was lost, and a failed download is reported', async () => {
    const user = await start();
    await fill(user);
    backend.lose(endpoints.file);
    changeTo(inGroup({ rate_matches: [rateMatch()] }));
    await press(user, better(), 'Send offer');
    await focused(() => screen.getByRole('heading', { name: /^Bank of One, 9\.1%/ }));
    expect(within(better()).queryByLabelText('Lender')).toBeNull();
    await press(user, better(), /^Download your file/);
    await alerts(better(), 'That did not work. Please try again in a minute.');
  });

  test.each(['sent', 'with_lenders'] as const)(
    '§16.28 a member can withdraw a better offer that is %s, and cannot send another before doing so',
    async (state) => {
      const match = rateMatch({ state });
      const one = offer();
      const user = await open(inGroup({ choice: choiceOf(one), rate_matches: [match] }));
      expect(better()).toHaveTextContent(`choice of ${one.lender.name} goes on meanwhile.`);
      expect(screen.queryByRole('button', { name: 'I found a better offer' })).toBeNull();
      await press(user, better(), 'Withdraw offer (Bank of One)');
      const dialog = await screen.findByRole('dialog');
      const ended = rateMatch({ id: match.id, state: 'taken_back', file: null });
      backend.rpc('take_rate_match_back', inGroup({ rate_matches: [ended] }));
      await press(user, dialog, 'Withdraw my offer');
      await says(better, 'You withdrew this offer,');
      expect(backend.sentTo('take_rate_match_back')).toEqual([{ p_match: match.id }]);
      expect(screen.getByRole('button', { name: 'I found a better offer' })).toBeVisible();
    },
  );

  test('§16.27 a better offer cannot be sent without a loan request', async () => {
    const matched = rateMatch({ state: 'matched', answer_rate: 9 });
    await open(noLoan({ rate_matches: [rateMatch({ state: 'taken_back' }), matched] }));
    const sent = region('Offers you sent us');
    expect(sent).toHaveTextContent('One of our lenders has matched this offer at 9%.');
    expect(sent).not.toHaveTextContent('Send it to us before you sign.');
    const files = within(sent).getAllByRole('button', { name: /^Download your file/ });
    expect(files, 'a withdrawn offer’s file is being deleted').toHaveLength(1);
    expect(screen.queryByRole('button', { name: 'I found a better offer' })).toBeNull();
  });

  test.each([
    [9, '9% links to the offer', {}],
    [8.4, '8.4% has ended', { expired: true }],
    [8.4, '8.4% does not fit', { fits: false, most_amount: 10_00_000_00 }],
  ] as const)(
    '§16.28 an answer to a better offer at %s%% names its offer, if it is open (%s)',
    async (rate, what, changes) => {
      const answer = offer({ rate, lender: lender({ name: 'Low Bank' }), ...changes });
      const match = rateMatch({ state: 'bettered', answer_rate: rate, answer_offer: answer.id });
      const choice = choiceOf(offer({ lender: lender({ name: 'High Bank' }) }));
      const another = offer({ rate, lender: lender({ name: 'Equal Bank' }) });
      await open(inGroup({ offers: [answer, another], choice, rate_matches: [match] }));
      const said = within(better()).getByText(/has beaten this offer/).parentElement;
      const link = within(better()).queryByRole('link', { name: /offers/ });
      if (what.includes('links')) {
        expect(said).toHaveTextContent(
          /beaten this offer\. Low Bank offers 9%\. To choose it, withdraw your choice of High Bank first\.$/,
        );
        expect(link).toHaveAttribute('href', `#offer-${answer.id}`);
        expect(document.querySelector(`[id="offer-${answer.id}"]`)).not.toBeNull();
      } else {
        expect(said).toHaveTextContent(
          what.includes('ended')
            ? /beaten this offer at 8\.4%\. That offer has ended\.$/
            : /Low Bank offers 8\.4%\. It lends up to Rs 10 lakh; you are asking for Rs 20 lakh\.$/,
        );
        expect(link).toBeNull();
      }
    },
  );

  test('§16.28 the page says why a better offer was declined, and the member can send another', async () => {
    const match = rateMatch({ state: 'declined' }, 'It asks for no security');
    await open(inGroup({ rate_matches: [match] }));
    expect(linkTo(`See our answer about ${match.lender}’s offer`), 'at the top').toBe(
      '#better-offer',
    );
    for (const words of ['No lender matched it', 'It asks for no security', 'Take Bank']) {
      expect(better()).toHaveTextContent(words);
    }
    expect(screen.getByRole('button', { name: 'I found a better offer' })).toBeVisible();
  });
});

/** /dashboard/refunds: what a member can ask for, and the requests. */
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { unreadableFile } from '../../src/domain/files/file-types.ts';
import { fileRefusals } from '../../src/domain/files/member-files.ts';
import { indiaDay } from '../../src/domain/words/dates.ts';
import type { RefundPack, RefundRequest } from '../../src/features/refunds/refunds-schema.ts';
import { refusal, type Backend } from './support/backend.ts';
import { endpoints } from './support/endpoints.ts';
import { shownBefore, signedIn } from './support/island.tsx';
import { showPage, toast } from './support/page.tsx';
import { disguised, letter, readableOnce, unreadable } from './support/samples/files.ts';
import { inDays } from './support/samples/moments.ts';
import {
  cancelled,
  heldSession,
  letterOf,
  refundPack,
  refunds,
  request,
  share,
} from './support/samples/refunds.ts';
import { alerts, focused, itemOf, linkTo, press, region, says } from './support/screen.ts';

const page = async () => {
  const { YourRefunds } = await import('../../src/features/refunds/YourRefunds.tsx');
  return <YourRefunds />;
};

let backend: Backend;
beforeEach(() => {
  backend = signedIn();
});

async function open(...packs: RefundPack[]) {
  backend.rpc('my_refunds', refunds(...packs));
  const { user } = await showPage(page);
  await waitFor(() => expect(screen.queryByText('Loading your refund options')).toBeNull());
  return user;
}
type User = Awaited<ReturnType<typeof open>>;

function changeTo(...packs: RefundPack[]): void {
  backend.rpcNow('my_refunds', refunds(...packs));
}

const part = (heading: string | RegExp) => itemOf(screen.getByRole('heading', { name: heading }));
const ordinary = () => part('You changed your mind');
const wentWrong = () => part('A session went wrong');
const onOffer = () => part('An IIM made you an offer');

describe('the refunds page', () => {
  test('§12.59 a member can ask for a refund only once fresh data has loaded', async () => {
    shownBefore('refunds', refunds(refundPack()));
    const answer = backend.hold('/rest/v1/rpc/my_refunds');
    const { user } = await showPage(page);
    const [ask] = screen.getAllByRole('button', { name: 'Checking ...' });
    if (ask) await user.click(ask);
    expect(screen.queryByRole('dialog')).toBeNull();
    answer(refunds(refundPack()));
    await user.click(await screen.findByRole('button', { name: /^Ask for/ }));
    expect(await screen.findByRole('dialog')).toBeVisible();
  });

  test('§17.60 a member without a pack is told that refunds go to the buyer', async () => {
    await open();
    expect(screen.getByText('You have not bought a pack yet')).toBeVisible();
    expect(screen.getByText(/share someone else’s pack, we refund its buyer/)).toBeVisible();
  });

  test('§17.60 each of several packs says what it would give and links to its own refund page, open requests first', async () => {
    const order = '5f0c3f0e-cccc-4222-8333-444455556666';
    const newer = request({ id: crypto.randomUUID(), number: 'R-8', order, state: 'declined' });
    const requests = [newer, request({ order })];
    const other = refundPack({ order, payment: 'pay_2', requests });
    await open(refundPack(), other);
    const parts = screen.getAllByRole('region');
    expect(parts).toEqual([region('Your requests'), region('Your packs')]);
    expect(linkTo('See the request (pay_2)', parts[0])).toBe('/dashboard/refunds?request=R-10007');
    for (const words of ['Super Value Pack Asked', 'Rs 2399, request R-10007', 'Decidedby']) {
      expect(parts[0]).toHaveTextContent(words);
    }
    expect(linkTo(/^See the refund options/, parts[1])).toBe(
      `/dashboard/refunds?order=${refundPack().order}`,
    );
    expect(parts[1]).toHaveTextContent(/You would get back Rs.2399Ask by \d+ \w+ \d{4}\./);
  });

  test('§17.60 in the list, a declined pack says when the member can ask again, and a refunded one how much came when', async () => {
    const { ordinary: kept } = refundPack();
    const ended_at = '2026-11-30T06:00:00Z';
    const pack = (state: RefundRequest['state'], refusal: string | null) =>
      refundPack({
        order: crypto.randomUUID(),
        payment: `pay_${state}_${String(refusal)}`,
        ordinary: { ...kept, refusal },
        requests: [request({ state, ended_at, paid_at: state === 'paid' ? ended_at : null })],
      });
    await open(pack('declined', null), pack('paid', 'pack_refunded'), pack('paid', null));
    const [declined, refunded, partly] = within(region('Your packs')).getAllByRole('listitem');
    expect(declined).toHaveTextContent(
      /Declined.*We declined R-10007 on 30 November 2026\. The request says why\.You can ask again by \d+ \w+ \d{4}\.Bought on/,
    );
    expect(refunded).toHaveTextContent(
      /Refunded.*Rs.2399 refunded on 30 November 2026, request R-10007Bought on .* for Rs.2399/,
    );
    for (const one of [declined, refunded]) {
      expect(linkTo(/^See the request/, one)).toBe('/dashboard/refunds?request=R-10007');
    }
    expect(partly).toHaveTextContent(/Partly refunded.*request R-10007You would get back/);
    expect(linkTo(/^See the refund options/, partly)).toContain('?order=');
  });

  test('§17.60 the newest request and open requests come before earlier requests', async () => {
    const requests = (['declined', 'asked', 'paid'] as const).map((state, index) =>
      request({ id: crypto.randomUUID(), number: `R-${9 - index}`, state }),
    );
    await open(refundPack({ requests }));
    const numbers = (heading: string) =>
      within(region(heading))
        .getAllByRole('heading', { level: 3 })
        .map(({ textContent }) => textContent.slice(0, 3));
    expect(numbers('Your requests')).toEqual(['R-9', 'R-8']);
    expect(numbers('Earlier requests')).toEqual(['R-7']);
  });

  test('§17.60 a refund that the member cannot ask for is folded, and the payment’s reference stands once', async () => {
    const refusal = 'pack_refunded';
    const { ordinary: kept, offer, payment } = refundPack();
    const refused = { ordinary: { ...kept, refusal }, offer: { ...offer, refusal } };
    await open(refundPack({ ...refused, requests: [request({ state: 'paid' })] }));
    for (const kind of [ordinary(), wentWrong(), onOffer()]) {
      expect(kind.querySelector('details:not([open]) > summary')).toHaveTextContent(
        'Not possible now',
      );
    }
    expect(screen.queryByText('We do not send anything until you confirm.')).toBeNull();
    expect(screen.getAllByText(payment)).toHaveLength(1);
  });

  test('§17.60 while a request is open, a pack without any other refund does not list the refunds', async () => {
    const refusal = 'request_open';
    const { ordinary: kept, offer } = refundPack();
    const refused = { ordinary: { ...kept, refusal }, offer: { ...offer, refusal } };
    await open(refundPack({ ...refused, requests: [request()] }));
    expect(screen.queryByRole('heading', { name: 'What you can ask for' })).toBeNull();
  });

  test('§17.60 a pack that is refunded in full does not list the refunds', async () => {
    const refusal = 'pack_refunded';
    const { ordinary: kept, offer, amount } = refundPack();
    const refused = { ordinary: { ...kept, refusal }, offer: { ...offer, refusal } };
    await open(refundPack({ ...refused, returned: amount }));
    expect(screen.queryByRole('heading', { name: 'What you can ask for' })).toBeNull();
  });

  test('§17.60 while a request is open, the other refunds are folded, each with its amount', async () => {
    const { ordinary: kept } = refundPack();
    await open(
      refundPack({
        ordinary: { ...kept, refusal: 'refund_open' },
        offer: { gives: share, refusal: null },
        sessions: [heldSession()],
        requests: [request()],
      }),
    );
    const folded = [ordinary(), wentWrong(), onOffer()].map(
      (kind) => kind.querySelector('details:not([open]) > summary > span')?.textContent,
    );
    expect(folded).toEqual(['You have asked: R-10007', 'Rs 479.80 for one session', 'Rs 479.80']);
  });

  test('§17.60 a link to an order or a request opens its pack', async () => {
    history.replaceState(null, '', '?request=R-10007');
    const asked = request({ order: '5f0c3f0e-cccc-4222-8333-444455556666' });
    await open(refundPack(), refundPack({ order: asked.order, requests: [asked] }));
    expect(screen.getByRole('heading', { name: /^R-10007/ })).toHaveFocus();
    expect(linkTo('All refunds')).toBe('/dashboard/refunds');
  });
});

describe('the ordinary refund', () => {
  const ask = async (user: User) => {
    await press(user, ordinary(), 'Ask for Rs 2399');
    const dialog = await screen.findByRole('dialog', { name: /^Ask for Rs.2399 back\?$/ });
    await press(user, dialog, 'Ask for Rs 2399');
    return dialog;
  };

  test('§17.61 an ordinary refund is requested for its exact amount, after a confirmation', async () => {
    const user = await open(refundPack());
    expect(ordinary()).toHaveTextContent('Everything you paid');
    const answer = backend.hold('/rest/v1/rpc/ask_refund');
    const now = { ...refundPack().ordinary, refusal: 'refund_open' } as const;
    changeTo(refundPack({ requests: [request()], ordinary: now }));
    const dialog = await ask(user);
    expect(dialog, 'a click outside does not close the dialog').toHaveAttribute('closedby', 'none');
    answer(request());
    expect(await toast('We have your request R-10007.')).toBeVisible();
    const sent = { p_order: refundPack().order, p_gives: refundPack().amount };
    expect(backend.sentTo('ask_refund')).toEqual([sent]);
    await focused(() => screen.getByRole('heading', { name: /^R-10007, Rs 2399/ }));
    expect(ordinary()).toHaveTextContent('You already have an open request for this pack');
    expect(part(/^R-10007/)).toHaveTextContent('you cannot book with this pack');
  });

  test('§17.61 the dialog names each booking that the request cancels at once', async () => {
    const now = { ...refundPack().ordinary, cancels: 2, bookings: [cancelled()] };
    const user = await open(refundPack({ ordinary: now }));
    await press(user, ordinary(), 'Ask for Rs 2399');
    const dialog = await screen.findByRole('dialog', { name: /^Ask for Rs.2399 back\?$/ });
    for (const place of [ordinary(), dialog]) {
      expect(place).toHaveTextContent(
        'We will cancel your mock interview with Arjun on Friday 4 December, 10:00 am (India time), right away.',
      );
      expect(place).toHaveTextContent('We will cancel 1 booking of the other person right away.');
      expect(place).toHaveTextContent('stays cancelled, even if you withdraw the request later.');
      expect(within(place).getByText('Arjun')).toHaveAttribute('translate', 'no');
    }
  });

  test('§17.61 a refund whose amount has changed is not requested, and the page shows the new amount', async () => {
    const user = await open(refundPack());
    backend.refuse('ask_refund', 'amount_changed');
    changeTo(refundPack({ ordinary: { ...refundPack().ordinary, gives: 4 * share, sessions: 4 } }));
    const dialog = await ask(user);
    await alerts(dialog, 'The amount has changed, so we did not send');
    await press(user, dialog, 'Keep the pack');
    await within(ordinary()).findByRole('button', { name: 'Ask for Rs 1919.20' });
    expect(ordinary()).toHaveTextContent('4/5 of the Rs 2399 you paid');
    expect(screen.queryByRole('heading', { name: /^R-/ })).toBeNull();
  });

  test('§17.68 if the reply to a refund request is lost, the page says so and shows the request', async () => {
    const user = await open(refundPack());
    backend.lose('/rest/v1/rpc/ask_refund');
    changeTo(refundPack({ requests: [request()] }));
    const dialog = await ask(user);
    await alerts(dialog, 'we cannot tell whether that worked');
    await press(user, dialog, 'Keep the pack');
    await focused(() => screen.getByRole('heading', { name: /^R-10007, Rs 2399/ }));
  });

  test('§17.5 withdrawing a request asks for a confirmation that says which sessions return to the pack', async () => {
    const user = await open(refundPack({ requests: [request({ cancelled: true })] }));
    const withdraw = screen.getByRole('button', { name: /^Withdraw the request/ });
    const card = () => itemOf(within(region(/^Your (last )?request$/)).getByText('R-10007,'));
    expect(card(), 'open requests are highlighted').toHaveAttribute('data-open');
    await user.click(withdraw);
    const dialog = await screen.findByRole('dialog', { name: /^Withdraw request R-10007 ?\?$/ });
    expect(dialog).toHaveTextContent('You get the 5 sessions back.');
    expect(dialog).toHaveTextContent('Cancelled bookings stay cancelled');
    expect(dialog).toHaveTextContent(/You can ask again until \d+ \w+ \d{4}\./);
    const taken = request({ state: 'taken_back', can_take_back: false });
    backend.rpc('take_refund_back', taken);
    changeTo(refundPack({ requests: [taken] }));
    await press(user, dialog, 'Withdraw the request');
    await focused(() => screen.getByRole('heading', { name: /^R-10007/ }));
    expect(screen.getByRole('heading', { name: /^R-10007/ })).toHaveTextContent('Withdrawn');
    expect(region('Your last request')).toContainElement(card());
    expect(card()).not.toHaveAttribute('data-open');
    expect(linkTo('Book a session', card())).toBe(`/dashboard/sessions#book-${refundPack().order}`);
    expect(screen.queryByRole('button', { name: /^Withdraw the request/ })).toBeNull();
    expect(ordinary()).toHaveTextContent('None of your 5 sessions has taken place, so');
  });
});

describe('a refund request', () => {
  const approved = { state: 'approved', pay_by: '2026-12-24', can_take_back: false } as const;
  test.each([
    [
      '§17.65 the page says that a refund is late and apologises',
      { ...approved, late: 'payment' },
      'and missed that date. We are sorry.',
    ],
    [
      '§17.64 the page asks for the bank details for a refund by bank transfer',
      { ...approved, state: 'by_transfer' },
      'Reply to our email with',
    ],
    [
      '§17.64 the page says when the bank has rejected a refund',
      { ...approved, state: 'failed' },
      'The bank rejected the refund',
    ],
    [
      '§17.62 a refund of a disputed payment waits and keeps its place',
      { ...approved, disputed: true },
      'Your request keeps its',
    ],
    [
      '§17.64 a paid refund shows its reference',
      { ...approved, state: 'paid', refund_reference: 'rfnd_1' },
      'rfnd_1',
    ],
  ] as const)('%s', async (_, changes, said) => {
    await open(refundPack({ requests: [request(changes)] }));
    expect(part(/^R-10007/)).toHaveTextContent(said);
  });

  test('§17.67 the list of what we need disappears once the request is decided', async () => {
    const answered = { needs: 'The page of the letter', answer: 'Here it is.' };
    await open(refundPack({ requests: [request({ ...approved, ...answered })] }));
    expect(part(/^R-10007/)).not.toHaveTextContent('What we need from you');
  });

  test.each([
    ['open until the member asks for a refund', [], true],
    ['collapsed once the member has asked for a refund', [request()], false],
  ])('§17.71 the list of our promises is %s', async (_, requests, isOpen) => {
    // Astro renders this list below the island.
    document.body.insertAdjacentHTML('beforeend', '<details id="promises" open></details>');
    await open(refundPack({ requests }));
    const promises = document.querySelector('#promises');
    expect(promises?.hasAttribute('open')).toBe(isOpen);
    promises?.remove();
  });

  test('§17.62 the page says so when the payment for a pack is disputed', async () => {
    await open(refundPack({ disputed: true }));
    const said = screen.getByText(/Your bank is looking into a dispute/);
    expect(said).toHaveTextContent('your request keeps its place');
  });

  test('§17.4 the page says why a refund was declined, and where to complain', async () => {
    const ended = { state: 'declined', reason: 'All took place.', can_take_back: false } as const;
    const declined = request({ kind: 'offer', institute: 'XLRI', ...ended });
    await open(refundPack({ requests: [declined] }));
    const card = part(/^R-10007/);
    expect(card).not.toHaveTextContent('Congratulations');
    expect(card).toHaveTextContent('All took place.');
    expect(within(card).getAllByRole('listitem').at(-1)).toHaveTextContent('Declined');
    const complaint = linkTo('write to our grievance officer', card);
    expect(complaint).toBe('/refundpolicy#if-you-disagree');
    expect(within(card).queryByRole('button', { name: /^Withdraw the request/ })).toBeNull();
    expect(card).toHaveTextContent('We could not approve this request, because:All took place.');
    expect(ordinary().querySelector('details'), 'another refund is offered as before').toBeNull();
    const summary = onOffer().querySelector('details:not([open]) > summary');
    expect(summary).toHaveTextContent(/Declined on \d+ \w+ \d{4}\. You can ask again\.$/);
    expect(onOffer()).toHaveTextContent(
      /We declined your request R-10007 on .+ \d{4}\. Ask again only if something has changed\.Rs 2399/,
    );
  });

  test('§17.67 an answer does not need files when the request has no letter', async () => {
    const asked = request({ state: 'more_needed', needs: 'Which day it was' });
    const user = await open(refundPack({ requests: [asked] }));
    await press(user, part(/^R-10007/), /^Answer/);
    await screen.findByLabelText('Your answer');
    expect(screen.queryByLabelText('Files, if needed')).toBeNull();
  });

  test('§17.67 a member answers our questions once, with files', async () => {
    const asked = request({
      kind: 'offer',
      state: 'more_needed',
      needs: 'A letter with a name\nThe programme',
      files: [letterOf('1')],
    });
    const user = await open(refundPack({ requests: [asked] }));
    const card = part(/^R-10007/);
    expect(card).toHaveTextContent(
      /^R-10007, Rs 2399 We need your answerWhat we need from youA letter with a name/,
    );
    await press(user, card, /^Answer/);
    const answer = await within(card).findByLabelText('Your answer');
    expect(answer).toHaveFocus();
    expect(answer).toHaveAccessibleDescription(/^You can answer once, so answer everything/);
    expect(answer.closest('.notice, .card'), 'no box inside the card').toBe(card);
    await press(user, card, 'Send the answer');
    await says(() => card, 'Write your answer.');
    await user.type(answer, 'PGP, and the whole letter.');
    const files = within(card).getByLabelText('Files, if needed');
    await user.upload(files, [letter, letter, letter]);
    await says(() => card, 'Choose up to 2 files.');
    expect(backend.fileCalls).toEqual([]);
    await user.upload(files, [letter, unreadable()]);
    await says(() => card, unreadableFile);
    await user.upload(files, [readableOnce()]);
    const answered = { ...asked, state: 'asked', answer: 'PGP, and the whole letter.' } as const;
    const arrived = [letterOf('1'), letterOf('2')];
    backend.answer(endpoints.file, { success: true, id: asked.id });
    backend.lose('/rest/v1/rpc/answer_refund');
    changeTo(refundPack({ requests: [{ ...asked, files: arrived }] }));
    await press(user, card, 'Send the answer');
    await alerts(card, 'we cannot tell whether that worked');
    backend.rpcNow('answer_refund', answered);
    changeTo(refundPack({ requests: [{ ...answered, files: arrived }] }));
    await press(user, card, 'Send the answer');
    expect(await toast('Sent. We will take your answer into account.')).toBeVisible();
    expect(backend.fileCalls, 'the file is sent once').toHaveLength(1);
    const sent = { p_request: asked.id, p_answer: 'PGP, and the whole letter.' };
    expect(backend.sentTo('answer_refund')).toEqual([sent, sent]);
    const downloads = within(part(/^R-10007/)).getAllByRole('button', {
      name: /^Download your file/,
    });
    expect(downloads).toHaveLength(2);
    expect(part(/^R-10007/), 'our question stays until the decision').toHaveTextContent(
      'What we asked',
    );
    expect(within(part(/^R-10007/)).queryByRole('button', { name: /^Answer/ })).toBeNull();
  });
});

describe('asking for a 100% refund for an offer', () => {
  test.each([
    [refundPack().amount, 'Everything you paid'],
    [share, 'Rs 2399 less the Rs 1919.20 of your other refunds'],
  ])('§17.60 the 100% refund of %i paise is described as ‘%s’', async (gives, said) => {
    await open(refundPack({ offer: { gives, refusal: null } }));
    expect(within(onOffer()).getByText(said)).toBeVisible();
  });

  test('§17.66 §18.17 §18.96 the offer form’s fields are checked in place, and its letter before it is sent', async () => {
    const user = await open(refundPack());
    await press(user, onOffer(), 'Send us your offer');
    const form = within(onOffer());
    expect(await form.findByLabelText('Institute')).toHaveFocus();
    await press(user, onOffer(), 'Continue with Rs 2399');
    await says(onOffer, /Enter the institute\..*your offer was issued\..*your final interview\./);
    await says(onOffer, 'Add the offer letter.');
    await user.upload(form.getByLabelText('The offer letter'), disguised);
    await says(onOffer, fileRefusals.wrongType);
    await user.upload(form.getByLabelText('The offer letter'), unreadable());
    await says(onOffer, unreadableFile);
    await user.type(form.getByLabelText('Offer issued on'), '2026-01-10');
    await user.type(form.getByLabelText('Final interview on'), '2026-01-12');
    await says(onOffer, 'The deadline for sending this offer was 31 January 2026');
    expect(onOffer()).toHaveTextContent('The final interview must be before the offer.');
    expect(backend.fileCalls).toEqual([]);
    await press(user, onOffer(), 'Not now');
    await focused(() => form.getByRole('button', { name: 'Send us your offer' }));
  });

  test('§15.104 the offer form suggests the school whose interview was last', async () => {
    const targets = [
      { institute: 'XLRI', interview_on: inDays(9) },
      { institute: 'IIM Indore', interview_on: inDays(-9) },
      { institute: 'IIM Kashipur', interview_on: inDays(-20) },
      { institute: 'IIM Kozhikode', interview_on: null },
    ];
    backend.rpc('my_refunds', { ...refunds(refundPack()), targets });
    const { user } = await showPage(page);
    await screen.findByRole('button', { name: 'Send us your offer' });
    await press(user, onOffer(), 'Send us your offer');
    expect(await within(onOffer()).findByLabelText('Institute')).toHaveValue('IIM Indore');
    expect(within(onOffer()).getByLabelText('Final interview on')).toHaveValue(inDays(-9));
  });

  test('§17.7 §18.96 a member can send an offer with its letter, and is told why it was refused', async () => {
    const user = await open(refundPack());
    await press(user, onOffer(), 'Send us your offer');
    const form = within(onOffer());
    const today = indiaDay(Date.now());
    await user.type(await form.findByLabelText('Institute'), 'IIM Indore');
    await user.type(form.getByLabelText('Offer issued on'), today);
    await user.type(form.getByLabelText('Final interview on'), today);
    await user.upload(form.getByLabelText('The offer letter'), readableOnce());
    await press(user, onOffer(), 'Continue with Rs 2399');
    const dialog = await screen.findByRole('dialog');
    expect(dialog).toHaveTextContent('Your offer from IIM Indore');
    expect(dialog).toHaveTextContent('with the letter letter.pdf');
    backend.answer(endpoints.file, refusal('no_session_before'), 409);
    await press(user, dialog, 'Ask for Rs 2399');
    await alerts(dialog, 'None of this pack’s sessions took place in the 300 days');
    const asked = request({ kind: 'offer', institute: 'IIM Indore', files: [letterOf('1')] });
    backend.now(endpoints.file, { success: true, id: asked.id });
    changeTo(refundPack({ requests: [asked], offer: { gives: 0, refusal: 'refund_open' } }));
    await press(user, dialog, 'Ask for Rs 2399');
    await focused(() => screen.getByRole('heading', { name: /^R-10007/ }));
    expect(part(/^R-10007/)).toHaveTextContent('Congratulations on your offer from IIM Indore!');
    expect(onOffer()).toHaveTextContent(
      'You have already asked for this refund. Your request is above.',
    );
    const query = new URLSearchParams(backend.fileCalls.at(-1)?.path.split('?')[1]);
    expect(query.get('institute')).toBe('IIM Indore');
    expect(backend.fileCalls.at(-1)?.body).toBe(await letter.text());
    expect(query.get('gives')).toBe(String(refundPack().amount));
  });
});

describe('refunding a session that went wrong', () => {
  const [first, other] = [
    heldSession(),
    heldSession({ mentor: 'Ravi', starts_at: heldSession().starts_at }),
  ];

  test('§17.63 the page says so when none of the sessions has taken place', async () => {
    await open(refundPack());
    expect(wentWrong()).toHaveTextContent('No session from this pack was due in the last');
  });

  test.each([
    ['called_off', 'Book this session again', `/dashboard/sessions#book-${refundPack().order}`],
    ['held', 'Go to this session', /^\/dashboard\/sessions#past-[\w-]+$/],
  ] as const)(
    '§17.63 for a session that was %s, the page also links to another session instead of the money',
    async (state, link, href) => {
      const user = await open(refundPack({ sessions: [heldSession({ state })] }));
      const isCalledOff = state === 'called_off';
      expect(linkTo(link, wentWrong())).toMatch(href);
      expect(wentWrong().textContent.includes('Cancelled by us.')).toBe(isCalledOff);
      await press(user, wentWrong(), 'Ask for Rs 479.80');
      const said = (await screen.findByRole('dialog')).textContent;
      expect(said.includes('taken out of your pack')).toBe(isCalledOff);
    },
  );

  test('§17.63 a session whose refund we declined is not selected from the start, and says so', async () => {
    const { kind, mentor, starts_at } = heldSession();
    const declined = request({
      kind: 'session',
      state: 'declined',
      session: { kind, mentor, starts_at },
      ended_at: '2026-11-29T06:30:00+00:00',
    });
    const user = await open(
      refundPack({ sessions: [heldSession({ starts_at })], requests: [declined] }),
    );
    const summary = wentWrong().querySelector('details:not([open]) > summary');
    expect(summary, 'it is all that can be asked for').toHaveTextContent(
      /Declined on 29 November 2026\. You can ask again\.$/,
    );
    if (summary) await user.click(summary);
    const session = within(wentWrong()).getByRole('radio', { name: /Meera/ });
    expect(session).not.toBeChecked();
    expect(wentWrong()).toHaveTextContent(
      /Declined on 29 November 2026 \(R-10007\)\. Last day to ask:/,
    );
    await user.click(session);
    expect(wentWrong()).toHaveTextContent('Rs 479.80');
  });

  test('§17.6 §17.63 a refund for one session returns that session’s share of the price and leaves the other sessions alone', async () => {
    const user = await open(refundPack({ sessions: [first, other] }));
    await user.click(within(wentWrong()).getByRole('radio', { name: /Meera/ }));
    expect(wentWrong()).toHaveTextContent('and we will return the session to your pack');
    await press(user, wentWrong(), 'Ask for Rs 479.80');
    const dialog = await screen.findByRole('dialog', { name: /^Ask for Rs.479\.80 back\?$/ });
    expect(dialog).toHaveTextContent('Meera');
    const went_wrong = 'The call dropped after ten minutes.';
    await user.type(within(dialog).getByLabelText('What went wrong? (optional)'), went_wrong);
    const asked = request({ kind: 'session', amount: share, sessions: 1, went_wrong });
    backend.rpc('ask_session_refund', asked);
    const returned = { ...first, refusal: 'already_returned' } as const;
    changeTo(refundPack({ sessions: [returned, other], requests: [asked] }));
    await press(user, dialog, 'Ask for Rs 479.80');
    await focused(() => screen.getByRole('heading', { name: /^R-10007, Rs 479\.80/ }));
    expect(part(/^R-10007/)).toHaveTextContent(went_wrong);
    const sent = { p_booking: first.booking, p_gives: share, p_said: went_wrong };
    expect(backend.sentTo('ask_session_refund')).toEqual([sent]);
    const returnedOne = screen.getByRole('radio', { name: /Meera/ });
    expect(returnedOne).toHaveAttribute('aria-disabled', 'true');
    expect(returnedOne).not.toBeChecked();
    await user.click(returnedOne);
    expect(returnedOne).not.toBeChecked();
    await user.click(screen.getByRole('radio', { name: /Ravi/ }));
    expect(screen.getByRole('radio', { name: /Ravi/ })).toBeChecked();
  });
});

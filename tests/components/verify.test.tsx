import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { hints } from '../../src/domain/account/messages.ts';
import { settingsMessages } from '../../src/domain/account/settings-messages.ts';
import { verifiedHash } from '../../src/domain/account/verified-hash.ts';
import { memberHome } from '../../src/domain/account/next-path.ts';
import { memberPages } from '../../src/domain/member-pages.ts';
import { freeInterviewOwnRefusals } from '../../src/domain/refusals/free-interview.ts';
import { storageKeys } from '../../src/lib/storage-keys.ts';
import { refusal } from './support/backend.ts';
import { endpoints } from './support/endpoints.ts';
import { island, member, signedIn } from './support/island.tsx';
import { showPage, toast } from './support/page.tsx';
import { mailedToken, nothingYet } from './support/samples/account.ts';
import { pack, sessions } from './support/samples/bookings.ts';
import { paidOrder } from './support/samples/packs.ts';
import { linkTo } from './support/screen.ts';

const left = vi.fn<(to: string) => void>();
beforeEach(() => {
  left.mockReset();
  vi.spyOn(location, 'replace').mockImplementation((to) => left(String(to)));
});

const verified = { ...nothingYet, addresses: [member.email] };
const done = { state: 'done', address: member.email, wanted: null, verified: true };
const carried = () => sessionStorage.getItem(storageKeys.carriedToast) ?? '';

describe('verifying an email address by link', () => {
  const page = island('addresses/VerifyPage');
  function openLink(token = mailedToken): void {
    const fragment = `verify=${token}&for=a%E2%80%A6%40example.com`;
    history.replaceState(null, '', `/dashboard/verify#${fragment}`);
  }

  test.each([
    [null, '/dashboard/main#verified', ''],
    ['loan', '/dashboard/loan#verified', ''],
    ['packs', '/dashboard/main#verified', ''],
    ['invitations', '/dashboard/sessions', 'Your invitations are here'],
  ])(
    '§15.60 §15.78 opening the link verifies the address, and the page continues with the waiting step (%s)',
    async (wanted, to, says) => {
      openLink();
      const backend = signedIn().rpc('my_sessions', nothingYet);
      backend.rpc('redeem_link', { ...done, wanted });
      const shown = { unverified: { at: Date.now(), data: 'shown' } };
      const kept = JSON.stringify({ memberId: member.id, fields: shown });
      sessionStorage.setItem(storageKeys.answers, kept);
      await showPage(page);
      expect(location.hash).toBe('');
      await waitFor(() => expect(left).toHaveBeenCalledWith(to));
      const sent = { p_purpose: 'address_proof', p_token: mailedToken };
      expect(backend.sentTo('redeem_link')).toEqual([sent]);
      expect(carried()).toContain(says);
      // The dashboard and the loan page say it themselves.
      expect(carried(), 'long enough to read').toContain(says && '"duration":6000');
      const answers = sessionStorage.getItem(storageKeys.answers) ?? '';
      expect(answers, 'the next page does not start with it').not.toContain('unverified');
      expect(
        sessionStorage.getItem(storageKeys.addressLink),
        'a used link is forgotten',
      ).toBeNull();
    },
  );

  test('§15.78 verifying the address grants the free interview that was waiting', async () => {
    openLink();
    const free = { left: 9, state: 'granted', book_until: '2027-01-22T00:00:00+00:00' };
    const backend = signedIn()
      .rpc('my_sessions', nothingYet)
      .rpc('redeem_link', { ...done, wanted: 'free_interview' })
      .answer(endpoints.freeInterview, { success: true, free });
    await showPage(page);
    await waitFor(() => expect(left).toHaveBeenCalledWith('/dashboard/sessions#book-free'));
    expect(backend.sent(endpoints.freeInterview)).toHaveLength(1);
    expect(carried()).toContain('the free mock interview is yours');
  });

  test('§15.78 the verification page says why a free interview was refused', async () => {
    openLink();
    const { says: mobileNeeded } = freeInterviewOwnRefusals.phone_missing;
    signedIn()
      .rpc('my_sessions', verified)
      .rpc('redeem_link', { ...done, wanted: 'free_interview' })
      .answer(endpoints.freeInterview, refusal('phone_missing', mobileNeeded), 403);
    await showPage(page);
    expect(await screen.findByText(new RegExp(mobileNeeded))).toBeVisible();
    expect(screen.getByRole('link', { name: 'Open your profile' })).toBeVisible();
    expect(left).not.toHaveBeenCalled();
  });

  const [expired, another] = ['link_not_valid', 'other_account'];
  test.each([
    [
      'a link that has already been used shows that the address is verified',
      'already',
      verified,
      'Your email is already verified.',
    ],
    [
      'a verified member’s expired link says that nothing is left to do',
      expired,
      verified,
      'Your email is already verified.',
    ],
    ['an expired link offers a new link', expired, nothingYet, settingsMessages.linkExpired],
    [
      'another account’s link names the account that is logged in',
      another,
      nothingYet,
      'belongs to another account',
    ],
    ['an incomplete link does not verify anything', 'part', nothingYet, hints.linkIncomplete],
  ])('§15.61 %s', async (_, answer, now, said) => {
    openLink(answer === 'part' ? mailedToken.slice(8) : mailedToken);
    const backend = signedIn().rpc('my_sessions', now);
    if (answer === 'already') backend.rpc('redeem_link', { ...done, state: answer });
    else backend.refuse('redeem_link', answer);
    await showPage(page);
    const shown = await screen.findByText(new RegExp(RegExp.escape(said)));
    if (answer === another) expect(shown).toHaveTextContent(member.email);
    if (now === verified) expect(linkTo('Open your dashboard')).toBe(memberHome);
    const again = screen.queryAllByRole('button', { name: 'Verify your email' });
    if (said === settingsMessages.linkExpired) expect(again[0]).toBeEnabled();
    expect(sessionStorage.getItem(storageKeys.addressLink)).toBeNull();
  });

  test('§15.61 a member can try again if the reply was lost', async () => {
    openLink();
    signedIn()
      .rpc('my_sessions', nothingYet)
      .lose('/rest/v1/rpc/redeem_link')
      .rpc('redeem_link', done);
    const { user } = await showPage(page);
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(left).toHaveBeenCalledWith(`${memberHome}${verifiedHash}`));
  });
});

describe('adding a pack that was paid for before signing up', () => {
  const page = async () => {
    const { FoundPayment } = await import('../../src/features/packs/ClaimOffer.tsx');
    return <FoundPayment />;
  };
  const ordersPath = '/rest/v1/orders';
  const receipt = { pack: 'Single Pack: 1 session', amount: 'Rs 699', date: 'x', number: 'ac_1' };
  function arrive(token: string, status = 'paid', to = 'p@example.com') {
    history.replaceState(null, '', `${memberPages.main}#pack=${token}&reference=pay_1&to=${to}`);
    return signedIn()
      .rpc('my_sessions', nothingYet)
      .answer(ordersPath, [])
      .answer(endpoints.paymentStatus, { status, ...(status === 'paid' && { receipt }) });
  }
  const bought = () => screen.findByRole('region', { name: 'We found your payment' });

  test('§15.75 the link in a receipt shows the payment, and one press adds the pack', async () => {
    const backend = arrive(mailedToken).rpc('redeem_link', { ...done, address: 'p@example.com' });
    const { user } = await showPage(page);
    expect(await bought()).toHaveTextContent('Single Pack: 1 session, Rs 699Reference pay_1');
    expect(location.hash).toBe('');
    expect(backend.sentTo('redeem_link')).toEqual([]);
    backend.now(ordersPath, [paidOrder('pay_1')]);
    await user.click(screen.getByRole('button', { name: 'Add to my packs' }));
    expect(await toast('Pack added. You can book now.')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('region')).toBeNull());
    expect(backend.sentTo('redeem_link')).toEqual([{ p_purpose: 'receipt', p_token: mailedToken }]);
    expect(sessionStorage.getItem(storageKeys.addressLink)).toBeNull();
  });

  test('§15.75 a receipt mailed to the account’s own address adds its pack without a press', async () => {
    const backend = arrive(mailedToken, 'paid', member.email.toUpperCase());
    backend.rpc('redeem_link', { ...done, address: member.email });
    await showPage(page);
    const adding = await screen.findByText('Adding your pack: Single Pack: 1 session, Rs 699');
    await waitFor(() => expect(backend.sentTo('redeem_link')).toHaveLength(1));
    const { $orders, refreshOrders } = await import('../../src/features/packs/orders-store.ts');
    const added = paidOrder('pay_1');
    backend.now(ordersPath, [added]);
    act(refreshOrders);
    await waitFor(() => expect($orders.get().data).toHaveLength(1));
    expect(adding, 'until its sessions are on the page too').toBeVisible();
    backend.rpcNow('my_sessions', sessions({ packs: [pack({ order: added.id })] }));
    act(refreshOrders);
    const said = await screen.findByText('Pack added. You can book now.');
    expect(said, 'heard only: a sign-up has its own toast').toHaveClass('sr-only');
    expect(adding).not.toBeInTheDocument();
    expect(backend.sentTo('redeem_link')).toEqual([{ p_purpose: 'receipt', p_token: mailedToken }]);
  });

  test('§15.75 a lost reply leaves the button that adds the pack from the account’s own receipt', async () => {
    const backend = arrive(mailedToken, 'paid', member.email).lose('/rest/v1/rpc/redeem_link');
    backend.rpc('redeem_link', { ...done, address: member.email });
    const { user } = await showPage(page);
    await screen.findByRole('alert');
    expect(await bought()).toBeVisible();
    backend.now(ordersPath, [paidOrder('pay_1')]);
    await user.click(screen.getByRole('button', { name: 'Add to my packs' }));
    await waitFor(() => expect(screen.queryByRole('region')).toBeNull());
  });

  test.each([
    ['other_account', /^This pack is already in another account\. .* write to us\.$/],
    ['link_not_valid', settingsMessages.linkExpired],
  ])(
    '§15.75 a receipt link refused as %s does not add a pack, and the page says why',
    async (word, why) => {
      arrive(mailedToken).refuse('redeem_link', word);
      const { user } = await showPage(page);
      await user.click(await screen.findByRole('button', { name: 'Add to my packs' }));
      expect(await screen.findByText(why)).toBeVisible();
    },
  );

  test('§15.75 a pack paid for with a different email address is added through the link in its receipt', async () => {
    arrive('', 'partly_refunded').rpcNow('my_sessions', verified);
    await showPage(page);
    expect(await bought()).toHaveTextContent(
      'made with a different email address. Open the link in the receipt',
    );
    expect(linkTo('verify that address')).toBe('/dashboard/settings#addresses');
  });

  const sessionsPage = async () => {
    const { SessionsPage } = await import('../../src/features/next/SessionsPage.tsx');
    return (
      <SessionsPage
        organiser={{ name: 'AdmitCircle', email: 'help@example.com' }}
        terms="2026-11-01"
      />
    );
  };
  test.each([
    ['the dashboard', page],
    ['‘Your sessions’', sessionsPage],
  ])(
    '§15.75 a buyer who comes from /success verifies the address on %s, and the link in that email adds the pack',
    async (_, shown) => {
      const answer = { address: member.email, state: 'waiting' };
      const backend = arrive('').rpc('ask_address_proof', answer);
      await showPage(shown);
      expect(await bought()).toHaveTextContent(`One step left: verify ${member.email}`);
      expect(await screen.findByText(/: open it and select/)).toBeVisible();
      const sent = { p_wanted: 'packs', p_again: false };
      expect(backend.sentTo('ask_address_proof')).toEqual([sent]);
    },
  );

  describe('a payment made in this browser before signing up', () => {
    const kept = () => localStorage.getItem(storageKeys.waitingPack);
    const arriveVerified = (facts: object) => {
      localStorage.setItem(storageKeys.waitingPack, '#pack=&reference=pay_1');
      // As the head script `guard` does.
      sessionStorage.setItem(storageKeys.addressLink, kept() ?? '');
      history.replaceState(null, '', memberPages.main);
      return signedIn()
        .rpc('my_sessions', verified)
        .answer(ordersPath, [])
        .answer(endpoints.paymentStatus, { status: 'paid', receipt, ...facts });
    };
    const contact = '/contact?reference=pay_1#write-to-us';

    test.each([
      [
        'another email address',
        { receipt: { ...receipt, mailed: 'p…@example.com' } },
        /different email address: p…@example\.com/,
        'Write to us',
      ],
      ['no email address', { unaddressed: true }, /without an email/, 'Send us the reference'],
      ['a pack in another account', { owned: true }, /already in another account/, 'Write to us'],
    ])(
      '§15.75 a payment with %s stays on the dashboard after the verification, until the member forgets it',
      async (_, facts, says, link) => {
        arriveVerified(facts);
        const { user } = await showPage(page);
        expect(await bought()).toHaveTextContent(says);
        expect(linkTo(link)).toBe(contact);
        await user.click(screen.getByRole('button', { name: 'Forget this payment' }));
        expect(screen.queryByRole('region')).toBeNull();
        expect(kept()).toBeNull();
      },
    );

    test('§15.75 the browser forgets a payment once its pack is in the account', async () => {
      arriveVerified({ owned: true }).now(ordersPath, [paidOrder('pay_1')]);
      await showPage(page);
      await waitFor(() => expect(kept()).toBeNull());
      expect(screen.queryByRole('region')).toBeNull();
    });
  });

  test('§15.75 no pack is offered for a reference without a payment', async () => {
    const backend = arrive('', 'unknown');
    await showPage(page);
    await waitFor(() => expect(backend.sent(endpoints.paymentStatus)).toHaveLength(1));
    expect(screen.queryByRole('region', { name: 'We found your payment' })).toBeNull();
  });
});

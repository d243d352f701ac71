import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { hints } from '../../src/domain/account/messages.ts';
import { memberHome } from '../../src/domain/account/next-path.ts';
import { storageKeys } from '../../src/lib/storage-keys.ts';
import { refusal } from './support/backend.ts';
import { endpoints } from './support/endpoints.ts';
import { member, signedIn } from './support/island.tsx';
import { showPage } from './support/page.tsx';
import { mailedToken, nothingYet } from './support/samples/account.ts';
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

describe('the page of a link that verifies an address', () => {
  const page = async () => {
    const { VerifyPage } = await import('../../src/features/settings/addresses/VerifyPage.tsx');
    return <VerifyPage />;
  };
  function openLink(token = mailedToken): void {
    history.replaceState(
      null,
      '',
      `/dashboard/verify#verify=${token}&for=a%E2%80%A6%40example.com`,
    );
  }

  test('§15.60 one click verifies, its token is in no address, and the dashboard follows', async () => {
    openLink();
    const backend = signedIn().rpc('my_sessions', nothingYet).rpc('redeem_link', done);
    await showPage(page);
    expect(location.hash).toBe('');
    await waitFor(() => expect(left).toHaveBeenCalledWith(memberHome));
    expect(backend.sentTo('redeem_link')).toEqual([
      { p_purpose: 'address_proof', p_token: mailedToken },
    ]);
    expect(carried()).toContain('Your e-mail is verified.');
    expect(sessionStorage.getItem(storageKeys.addressLink), 'it is forgotten').toBeNull();
  });

  test.each([
    ['loan', '/dashboard/loan', 'Your loan request counts now'],
    ['packs', '/dashboard/main', 'your packs are here'],
    ['invitations', '/dashboard/sessions', 'Your invitations are here'],
  ])('§15.78 it leads back to what waited: %s', async (wanted, to, says) => {
    openLink();
    signedIn()
      .rpc('my_sessions', nothingYet)
      .rpc('redeem_link', { ...done, wanted });
    await showPage(page);
    await waitFor(() => expect(left).toHaveBeenCalledWith(to));
    expect(carried()).toContain(says);
  });

  test('§15.78 it gives the free interview that waited', async () => {
    openLink();
    const free = { left: 9, state: 'granted', book_until: '2027-01-22T00:00:00+00:00' };
    const backend = signedIn()
      .rpc('my_sessions', nothingYet)
      .rpc('redeem_link', { ...done, wanted: 'free_interview' })
      .answer(endpoints.freeInterview, { success: true, free });
    await showPage(page);
    await waitFor(() => expect(left).toHaveBeenCalledWith('/dashboard/main#free-interview'));
    expect(backend.sent(endpoints.freeInterview)).toHaveLength(1);
    expect(carried()).toContain('the free mock interview is yours');
  });

  test('§15.78 what keeps the free interview is said where the address is verified', async () => {
    openLink();
    signedIn()
      .rpc('my_sessions', verified)
      .rpc('redeem_link', { ...done, wanted: 'free_interview' })
      .answer(endpoints.freeInterview, refusal('phone_missing'), 403);
    await showPage(page);
    expect(await screen.findByRole('link', { name: 'Add your phone number' })).toBeVisible();
    expect(left).not.toHaveBeenCalled();
  });

  test('§15.61 used twice, the link says that nothing is to do', async () => {
    openLink();
    signedIn()
      .rpc('my_sessions', verified)
      .rpc('redeem_link', { ...done, state: 'already' });
    await showPage(page);
    expect(await screen.findByText('Already verified. Nothing to do.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Open your dashboard' })).toBeVisible();
  });

  test('§15.61 a link that is forgotten says the same where the address is verified', async () => {
    openLink();
    signedIn().rpc('my_sessions', verified).refuse('redeem_link', 'link_not_valid');
    await showPage(page);
    expect(await screen.findByText('Already verified. Nothing to do.')).toBeVisible();
  });

  test('§15.61 a link that has expired offers a new one', async () => {
    openLink();
    signedIn().rpc('my_sessions', nothingYet).refuse('redeem_link', 'link_not_valid');
    await showPage(page);
    expect(await screen.findByText(new RegExp(RegExp.escape(hints.linkExpired)))).toBeVisible();
    expect(screen.getByRole('button', { name: 'Verify your e-mail' })).toBeEnabled();
  });

  test('§15.61 a link of another account says which one is logged in', async () => {
    openLink();
    signedIn().rpc('my_sessions', nothingYet).refuse('redeem_link', 'other_account');
    await showPage(page);
    expect(await screen.findByText(/This link belongs to another account/)).toHaveTextContent(
      member.email,
    );
  });

  test('§15.61 a part of a link verifies nothing', async () => {
    openLink(mailedToken.slice(8));
    signedIn().rpc('my_sessions', nothingYet);
    await showPage(page);
    expect(await screen.findByText(new RegExp(RegExp.escape(hints.linkIncomplete)))).toBeVisible();
    expect(sessionStorage.getItem(storageKeys.addressLink)).toBeNull();
  });

  test('§15.61 a member who got no answer tries again', async () => {
    openLink();
    signedIn()
      .rpc('my_sessions', nothingYet)
      .lose('/rest/v1/rpc/redeem_link')
      .rpc('redeem_link', done);
    const { user } = await showPage(page);
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(left).toHaveBeenCalledWith(memberHome));
  });
});

describe('the pack that somebody paid before signing up', () => {
  const page = async () => {
    const { ProofForClaims } = await import('../../src/features/packs/ClaimOffer.tsx');
    return <ProofForClaims hasPack={false} />;
  };
  const ordersPath = '/rest/v1/orders';
  const receipt = { pack: 'Single Pack: 1 session', amount: 'Rs 699', date: 'x', number: 'ac_1' };
  function arrive(token: string, status = 'paid') {
    history.replaceState(null, '', `/dashboard/main#pack=${token}&reference=pay_1`);
    return signedIn()
      .rpc('my_sessions', nothingYet)
      .answer(ordersPath, [])
      .answer(endpoints.paymentStatus, { status, ...(status === 'paid' && { receipt }) });
  }
  const bought = () => screen.findByRole('region', { name: 'We found your payment' });

  test('§15.75 the link of a receipt says which payment was found, and one press adds it', async () => {
    const backend = arrive(mailedToken).rpc('redeem_link', { ...done, address: 'p@example.com' });
    const { user } = await showPage(page);
    expect(await bought()).toHaveTextContent('Single Pack: 1 session, Rs 699Reference pay_1');
    expect(location.hash).toBe('');
    expect(backend.sentTo('redeem_link')).toEqual([]);
    backend.now(ordersPath, [paidOrder('pay_1')]);
    await user.click(screen.getByRole('button', { name: 'Add to my packs' }));
    await waitFor(() =>
      expect(screen.queryByRole('region', { name: 'We found your payment' })).toBeNull(),
    );
    expect(backend.sentTo('redeem_link')).toEqual([{ p_purpose: 'receipt', p_token: mailedToken }]);
    expect(sessionStorage.getItem(storageKeys.addressLink)).toBeNull();
  });

  test.each([
    [
      'other_account',
      'This pack is already in another account. If that account is not yours, write to us.',
    ],
    ['link_not_valid', hints.linkExpired],
  ])('§15.75 a link that is refused as %s adds no pack, and says why', async (word, why) => {
    arrive(mailedToken).refuse('redeem_link', word);
    const { user } = await showPage(page);
    await user.click(await screen.findByRole('button', { name: 'Add to my packs' }));
    expect(await screen.findByText(why)).toBeVisible();
  });

  test('§15.75 a pack that another address paid is added with the link in its receipt', async () => {
    arrive('', 'partly_refunded').rpcNow('my_sessions', verified);
    await showPage(page);
    expect(await bought()).toHaveTextContent('It was paid with a different address');
    expect(linkTo('Settings')).toBe('/dashboard/settings#addresses');
  });

  test('§15.75 who comes from /success verifies the address, and the click adds the pack', async () => {
    const backend = arrive('').rpc('ask_address_proof', {
      address: member.email,
      state: 'waiting',
    });
    await showPage(page);
    expect(await bought()).toHaveTextContent(`One step left: verify ${member.email}`);
    await waitFor(() =>
      expect(backend.sentTo('ask_address_proof')).toEqual([{ p_wanted: 'packs', p_again: false }]),
    );
    expect(await screen.findByText(/has the link: open it/)).toBeVisible();
  });

  test('§15.75 a reference that pays nothing finds nothing', async () => {
    const backend = arrive('', 'unknown');
    await showPage(page);
    await waitFor(() => expect(backend.sent(endpoints.paymentStatus)).toHaveLength(1));
    expect(screen.queryByRole('region', { name: 'We found your payment' })).toBeNull();
  });
});

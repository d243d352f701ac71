import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { show, signedIn } from './support/island.tsx';

const card = async () => {
  const { Referral } = await import('../../src/features/referral/Referral.tsx');
  return <Referral />;
};

test.each([
  [0, undefined],
  [1, '1 person joined with it.'],
  [12, '12 people joined with it.'],
])('§7.17 the page for a referral code used by %i people says ‘%s’', async (joined, said) => {
  signedIn().rpc('my_referral', { code: 'K7M2QX', joined });
  await show(card);
  expect(await screen.findByText('K7M2QX')).toBeVisible();
  expect(screen.getByText(/^The more of your friends join your loan group/)).toBeVisible();
  expect(screen.queryByText(/joined/)?.textContent).toBe(said && `. ${said}`);
});

test('§7.18 the referral link opens the sign-up, and is shown when it cannot be copied', async () => {
  signedIn().rpc('my_referral', { code: 'K7M2QX', joined: 0 });
  const { user } = await show(card);
  await screen.findByText('K7M2QX');
  const link = `${location.origin}/signup?referral=K7M2QX`;
  const copy = screen.getByRole('button', { name: 'Copy the link' });
  await user.click(copy);
  expect(await screen.findByText(/^Link copied/)).toBeVisible();
  expect(await navigator.clipboard.readText()).toBe(link);
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no'));
  await user.click(copy);
  expect(await screen.findByLabelText(/does not allow copying/)).toHaveValue(link);
});

test('§7.17 if the referral code cannot be loaded, the page says so and does not let its link be copied', async () => {
  signedIn().answer('/rest/v1/rpc/my_referral', {}, 503);
  await show(card);
  expect(await screen.findByText('We could not load your link.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Copy the link' })).toBeDisabled();
});

/** The CAPTCHA of the account service, where a site key is set. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { hints } from '../../src/domain/account/messages.ts';
import { Backend } from './support/backend.ts';
import { fillIn, showPage } from './support/page.tsx';
import { fillInSignup, signupForm } from './support/signup.tsx';

vi.mock('astro:env/client', async (original) => ({
  ...(await original<object>()),
  PUBLIC_CAPTCHA_SITE_KEY: 'site-key',
}));

type Rendered = Parameters<NonNullable<Window['turnstile']>['render']>[1];
const remove = vi.fn();
let solve: (options: Rendered) => void;
beforeEach(() => {
  solve = ({ callback }) => callback('solved');
  window.turnstile = {
    render: (_, options) => {
      expect(options.sitekey).toBe('site-key');
      queueMicrotask(() => solve(options));
      return 'widget';
    },
    remove,
  };
});
afterEach(() => {
  delete window.turnstile;
});

const login = async () => {
  const { LoginForm } = await import('../../src/features/auth/LoginForm.tsx');
  return <LoginForm />;
};
const forgot = async () => {
  const { ForgotPasswordForm } = await import('../../src/features/auth/ForgotPasswordForm.tsx');
  return <ForgotPasswordForm />;
};
const says = (text: string) =>
  expect.poll(() => screen.queryByRole('alert')?.textContent).toContain(text);

const solved = expect.objectContaining({ gotrue_meta_security: { captcha_token: 'solved' } });

test('§5.50 the log-in passes the token on, and what was shown goes', async () => {
  const backend = new Backend().answer('/auth/v1/token', { msg: 'no' }, 400);
  const { user } = await showPage(login);
  await fillIn(user, 'Email', 'asha@example.com');
  await fillIn(user, 'Password', 'secret');
  await user.click(screen.getByRole('button', { name: 'Sign In' }));
  await says(hints.loginRefused);
  expect(backend.sent('/auth/v1/token')).toEqual([solved]);
  expect(remove).toHaveBeenCalledWith('widget');
});

test('§5.50 so does the request for a new password', async () => {
  const backend = new Backend().answer('/auth/v1/recover', {});
  const { user } = await showPage(forgot);
  await fillIn(user, 'Email', 'asha@example.com');
  await user.click(screen.getByRole('button', { name: 'Send the link' }));
  await screen.findByText(/a mail with a link is on its way/);
  expect(backend.sent('/auth/v1/recover')).toEqual([solved]);
});

test('§5.50 so does the sign-up', async () => {
  const backend = new Backend().answer('/auth/v1/signup', { msg: 'no' }, 400);
  const { user } = await showPage(signupForm);
  await fillInSignup(user);
  await user.click(screen.getByRole('button', { name: 'SIGN UP' }));
  await says('no');
  expect(backend.sent('/auth/v1/signup')).toEqual([solved]);
});

test('§5.50 so does the request for another mail that confirms an address', async () => {
  const backend = new Backend().answer('/auth/v1/resend', {});
  const { resendConfirmation } = await import('../../src/features/auth/account.ts');
  await resendConfirmation('asha@example.com');
  expect(backend.sent('/auth/v1/resend')).toEqual([solved]);
});

test.each([
  ['is not solved', () => (solve = (options) => options['error-callback']())],
  ['is refused', () => undefined],
])('§5.50 a form whose CAPTCHA %s says what to do', async (_, prepare) => {
  prepare();
  new Backend().answer('/auth/v1/token', { error_code: 'captcha_failed', msg: 'no' }, 400);
  const { user } = await showPage(login);
  await fillIn(user, 'Email', 'asha@example.com');
  await fillIn(user, 'Password', 'secret');
  await user.click(screen.getByRole('button', { name: 'Sign In' }));
  await says(hints.pageOutOfDate);
});

test('§12.42 only the pages with these forms allow its host', async () => {
  const { allowCaptcha } = await import('../../src/prerender/page-policy.ts');
  const csp = {
    insertDirective: vi.fn(),
    insertScriptResource: vi.fn(),
    insertStyleResource: vi.fn(),
  };
  allowCaptcha(csp);
  expect(csp.insertScriptResource.mock.calls).toEqual([['https://challenges.cloudflare.com']]);
  expect(csp.insertDirective.mock.calls).toEqual([['frame-src https://challenges.cloudflare.com']]);
  const pages = join(import.meta.dirname, '../../src/pages');
  const allowed = readdirSync(pages, { recursive: true, encoding: 'utf8' }).filter(
    (file) =>
      file.endsWith('.astro') &&
      readFileSync(join(pages, file), 'utf8').includes('allowCaptcha(Astro.csp)'),
  );
  expect(allowed.toSorted()).toEqual(['forgotpassword.astro', 'login.astro', 'signup.astro']);
});

/** The account service’s CAPTCHA, where a site key is set. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { hints } from '../../src/domain/account/messages.ts';
import { Backend } from './support/backend.ts';
import { island } from './support/island.tsx';
import { fillIn, showPage, takeClock } from './support/page.tsx';
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

const logsIn = async () => {
  const { user } = await showPage(island('account/LoginForm'));
  await fillIn(user, 'Email', 'asha@example.com');
  await fillIn(user, 'Password', 'secret');
  await user.click(screen.getByRole('button', { name: 'Sign In' }));
};
const forgot = island('account/ForgotPasswordForm');
const asksForLink = async () => {
  const { user } = await showPage(forgot);
  await fillIn(user, 'Email', 'asha@example.com');
  await user.click(screen.getByRole('button', { name: 'Send me the link' }));
};
const signsUp = async () => {
  const { user } = await showPage(signupForm);
  await fillInSignup(user);
  await user.click(screen.getByRole('button', { name: 'SIGN UP' }));
};
const asksAgain = async () => {
  const { resendConfirmation } = await import('../../src/features/account/account.ts');
  await resendConfirmation('asha@example.com');
};

test.each([
  ['the login', 'token', logsIn],
  ['the request for a new password', 'recover', asksForLink],
  ['the sign-up', 'signup', signsUp],
  ['the request for another confirmation email', 'resend', asksAgain],
])(
  '§5.50 %s sends the CAPTCHA’s token, and the CAPTCHA disappears afterwards',
  async (_, name, send) => {
    const path = `/auth/v1/${name}`;
    const backend = new Backend().answer(path, { msg: 'no' }, 400);
    await send();
    const security = { gotrue_meta_security: { captcha_token: 'solved' } };
    await expect.poll(() => backend.sent(path)).toMatchObject([security]);
    await expect.poll(() => remove.mock.calls).toEqual([['widget']]);
  },
);

test.each([
  ['is not solved', () => (solve = (options) => options['error-callback']())],
  ['is refused', () => undefined],
])('§5.50 a form whose CAPTCHA %s tells the visitor what to do', async (_, prepare) => {
  prepare();
  new Backend().answer('/auth/v1/token', { error_code: 'captcha_failed', msg: 'no' }, 400);
  await logsIn();
  await expect.poll(() => screen.queryByRole('alert')?.textContent).toContain(hints.pageOutOfDate);
});

test.each(['error', 'load'])(
  '§5.50 a form whose CAPTCHA’s script is blocked or empty (%s) tells the visitor what to do',
  async (event) => {
    delete window.turnstile;
    vi.spyOn(document.head, 'append').mockImplementation((node) => {
      if (node instanceof HTMLScriptElement) node.dispatchEvent(new Event(event));
    });
    const backend = new Backend();
    await logsIn();
    await expect
      .poll(() => screen.queryByRole('alert')?.textContent)
      .toContain(hints.pageOutOfDate);
    expect(backend.sent('/auth/v1/token'), 'nothing is sent without a token').toEqual([]);
  },
);

test('§12.56 a form gives up on a CAPTCHA that does not answer within 10 s, unless the member has to solve it', async () => {
  const pass = takeClock();
  const { solveCaptcha } = await import('../../src/lib/captcha-widget.ts');
  const ended = vi.fn();
  solve = () => undefined;
  solveCaptcha('site-key').catch(ended);
  await pass(10_000);
  expect(ended).toHaveBeenCalledOnce();
  solve = (options) => options['before-interactive-callback']();
  solveCaptcha('site-key').catch(ended);
  await pass(60_000);
  expect(ended).toHaveBeenCalledOnce();
});

test('§12.42 only the pages with a CAPTCHA allow the CAPTCHA’s host', async () => {
  const { allowCaptcha } = await import('../../src/prerender/page-policy.ts');
  const [insertDirective, insertScriptResource, insertStyleResource] = [vi.fn(), vi.fn(), vi.fn()];
  const csp = { insertDirective, insertScriptResource, insertStyleResource };
  allowCaptcha(csp);
  expect(csp.insertScriptResource.mock.calls).toEqual([['https://challenges.cloudflare.com']]);
  expect(csp.insertDirective.mock.calls).toEqual([['frame-src https://challenges.cloudflare.com']]);
  const pages = join(import.meta.dirname, '../../src/pages');
  const allowed = readdirSync(pages, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.astro'))
    .filter((file) => readFileSync(join(pages, file), 'utf8').includes('allowCaptcha(Astro.csp)'));
  expect(allowed.toSorted()).toEqual(['forgotpassword.astro', 'login.astro', 'signup.astro']);
});

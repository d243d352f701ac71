import { expect, test } from 'vitest';
import { startMailbox } from '../../../local/mailbox/start.ts';
import { freePort } from '../../../local/free-ports.ts';
import { newClient, PASSWORD, type TestBackend } from '../support/backend.ts';

/** Sign-up and the account emails, with our configuration of the account service. */
export function testAccounts(backend: TestBackend): void {
  test.each([
    ['nested values', { firstname: { a: { b: [1, 2] } }, lastname: ['x'] }],
    ['a role', { role: 'service_role', app_metadata: { role: 'admin' } }],
    ['a huge text', { firstname: 'x'.repeat(300_000) }],
    ['markup, right-to-left and emoji', { firstname: '<img onerror=1>\u202eأشا 👩🏽‍💻' }],
  ])(
    'A26 A27 signing up with %s in the metadata creates an ordinary member',
    async (_what, data) => {
      const { id, client } = await backend.newMember(data);
      const { data: user } = await client.auth.getUser();
      expect(user.user?.role).toBe('authenticated');
      const { data: profile } = await client.from('profiles').select('id').eq('id', id).single();
      expect(profile).toEqual({ id });
    },
  );

  test('A23 a password must have 6 to 72 characters', async () => {
    const signUp = async (password: string) => {
      const client = newClient(backend.url, backend.keys.publishableKey);
      const email = `${crypto.randomUUID()}@example.com`;
      return (await client.auth.signUp({ email, password })).error?.status ?? 200;
    };
    expect(await signUp('12345')).toBe(422);
    expect(await signUp('123456')).toBe(200);
    expect(await signUp('x'.repeat(72))).toBe(200);
    expect(await signUp('x'.repeat(73))).toBe(400);
  });

  /** Asks for a new password and returns the emails that this sent. */
  async function recoveryMails(email: string) {
    const port = await freePort();
    const mailbox = await startMailbox({ port, smtpPort: backend.smtpPort });
    const { error } = await backend.anonymous.auth.resetPasswordForEmail(email);
    const reply = await fetch(`http://127.0.0.1:${port}/api/messages?to=${email}`);
    const mails = (await reply.json()) as { subject: string; text: string; links: string[] }[];
    await mailbox.stop();
    expect(error).toBeNull();
    return mails;
  }

  /** A device on which someone opens the link of a recovery email. */
  function opening([mail]: { links: string[] }[]) {
    const [link = ''] = mail?.links ?? [];
    const tokenHash = new URLSearchParams(new URL(link).hash.slice(1)).get('token_hash') ?? '';
    const device = newClient(backend.url, backend.keys.publishableKey);
    return {
      link,
      device,
      spend: () => device.auth.verifyOtp({ token_hash: tokenHash, type: 'recovery' }),
    };
  }

  test('A17 A18 the recovery email leads to the settings page, and its token works once, on any device', async () => {
    const { email } = await backend.newMember();
    const mails = await recoveryMails(email);
    expect(mails).toMatchObject([
      {
        subject: 'Set a new password for AdmitCircle',
        text: expect.stringContaining('SET A NEW PASSWORD'),
      },
    ]);

    const { link, device, spend } = opening(mails);
    expect(link).toMatch(
      /^http:\/\/localhost:4321\/dashboard\/settings#token_hash=\w+&type=recovery$/,
    );
    expect((await spend()).error).toBeNull();
    const changed = await device.auth.updateUser({ password: `${PASSWORD} 2` });
    expect(changed.error).toBeNull();
    expect((await spend()).error?.code).toBe('otp_expired');
  });

  test('§15.77 the mailbox’s owner takes over an account that a stranger opened, and the stranger is logged out', async () => {
    const stranger = await backend.newMember({ firstname: 'Mallory', phonenumber: '9876543210' });
    const { device, spend } = opening(await recoveryMails(stranger.email));
    expect((await spend()).error).toBeNull();
    const password = `${PASSWORD} of the owner`;
    expect((await device.auth.updateUser({ password })).error).toBeNull();
    const { data: profile } = await device.from('profiles').select('firstname, phonenumber');
    expect(profile).toEqual([{ firstname: '', phonenumber: '' }]);
    const { data: mine } = await device.rpc('my_sessions').throwOnError();
    expect(mine).toMatchObject({ addresses: [stranger.email] });

    expect((await stranger.client.auth.refreshSession()).error).not.toBeNull();
    const request = { method: 'POST', body: '{}' };
    const asked = await backend.ask('/rest/v1/rpc/ask_address_proof', stranger.token, request);
    expect(asked.status, 'the access token that the stranger kept is refused').toBe(403);
    await device.rpc('ask_address_proof').throwOnError();
  });

  test('A17 §18.88 changing the address invalidates the link in an earlier recovery email', async () => {
    const { email, client } = await backend.newMember();
    const { spend } = opening(await recoveryMails(email));
    const wanted = `${crypto.randomUUID()}@example.com`;
    await client.rpc('ask_email_change', { p_address: wanted }).throwOnError();
    const [mail] = await backend.here.sql(
      "select payload ->> 'token' as token from private.outbox where recipient = $1 and kind = 'email_change_new'",
      wanted,
    );
    const token = String(mail?.['token']);
    await client.rpc('confirm_email_change', { p_token: token }).throwOnError();
    const { data } = await client.rpc('my_email').throwOnError();
    expect(data).toEqual({ email: wanted, verified: true, change: null, link: null });
    expect((await spend()).error?.code).toBe('otp_expired');
  });

  test.each(['/auth/v1/token?grant_type=password', '/rest/v1/profiles', '/storage/v1/object/x'])(
    'a browser on the site can call %s with the headers that supabase-js sends',
    async (path) => {
      const headers = 'apikey,authorization,content-type,prefer,x-client-info,x-upsert';
      const preflight = await fetch(`${backend.url}${path}`, {
        method: 'OPTIONS',
        headers: {
          origin: 'http://localhost:4321',
          'access-control-request-method': 'POST',
          'access-control-request-headers': headers,
        },
      });
      expect(preflight.status).toBe(204);
      expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
      expect(preflight.headers.get('access-control-allow-headers')).toBe(headers);
      const refused = await fetch(`${backend.url}${path}`, { method: 'POST' });
      expect(refused.headers.get('access-control-allow-origin')).toBe('*');
    },
  );
}

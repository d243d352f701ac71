/**
 * Makes a member page's first calls while the other scripts download (§12.57), so that the member's data does not have
 * to wait for the account client or React. Only the account client logs members in, renews tokens and interprets
 * refusals.
 */
import type { EarlyAnswers } from '../../lib/early-answers.ts';
import { accountClientPath } from '../../lib/account-client-path.ts';
import { sessionKey } from '../../lib/storage-keys.ts';

/** How long the token must still be valid, in seconds, and how long a reply may take, in milliseconds. */
const leastLife = 60;
const longestWait = 10_000;

/** Whether the login behind the token used an authenticator. */
const hasCode = (token: string) =>
  atob(token.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? '').includes('"aal2"');

try {
  const { backend = '', key = '', calls = '' } = document.currentScript?.dataset ?? {};
  const { access_token: token, expires_at: end } =
    // Read in the format in which supabase-js stores it. If the stored value is anything else, nothing is sent, or the
    // backend refuses it.
    JSON.parse(localStorage.getItem(sessionKey) ?? '') as {
      access_token: string;
      expires_at: number;
    };
  const ask = async (call: string) => {
    const asked = performance.now();
    const [path = '', body = '{}'] = call.split('#');
    const response = await fetch(`${backend}/rest/v1/${path}`, {
      ...(path.startsWith('rpc/') && { method: 'POST', body }),
      headers: {
        apikey: key,
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        // Asks for a single row, as `single()` does in supabase-js.
        ...(call.startsWith('profiles') && { accept: 'application/vnd.pgrst.object+json' }),
      },
      signal: AbortSignal.timeout(longestWait),
    });
    if (!response.ok) return undefined;
    const data: unknown = await response.json();
    return { data, asked, answered: performance.now() };
  };
  // eslint-disable-next-line no-restricted-syntax -- no reply has told the time yet, and a wrong guess only costs time
  const isGood = end - Date.now() / 1000 > leastLife;
  if (!isGood) {
    // Only the account client can renew the token. If this import fails, the page imports the client itself.
    void import(/* @vite-ignore */ accountClientPath).catch(() => undefined);
  } else {
    const answers: EarlyAnswers = { token, calls: new Map() };
    for (const call of calls.split(' ')) {
      if (call.includes('#') && (!/^(?:\?screen=today)?$/.test(location.search) || !hasCode(token)))
        continue;
      answers.calls.set(
        call,
        ask(call).catch(() => undefined),
      );
    }
    globalThis.earlyAnswers = answers;
  }
} catch {
  // Without a stored login, the page makes its calls as usual.
}

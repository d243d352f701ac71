/**
 * Makes the first calls of a member's page while the other scripts download (§12.57): an own row then waits for neither the
 * account client nor React. Who signs in, renews a token or reads a refusal is the account client alone.
 */
import type { EarlyAnswers } from '../../lib/early-answers.ts';
import { accountClientPath } from '../../lib/account-client-path.ts';
import { sessionKey } from '../../lib/storage-keys.ts';

/** How long the token must still live, in s, and how long an answer may take, in ms. */
const leastLife = 60;
const longestWait = 10_000;

/** Whether the session of a token was opened with an authenticator. */
const hasCode = (token: string) =>
  atob(token.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? '').includes('"aal2"');

try {
  const { backend = '', key = '', calls = '' } = document.currentScript?.dataset ?? {};
  const { access_token: token, expires_at: end } =
    // As supabase-js stores it. Of anything else nothing is sent, or the backend refuses it.
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
        // One row, as `single()` of supabase-js asks for it.
        ...(call.startsWith('profiles') && { accept: 'application/vnd.pgrst.object+json' }),
      },
      signal: AbortSignal.timeout(longestWait),
    });
    if (!response.ok) return undefined;
    const data: unknown = await response.json();
    return { data, asked, answered: performance.now() };
  };
  const isGood = end - Date.now() / 1000 > leastLife;
  if (!isGood) {
    // Only the account client can renew it. If this fails, the page imports it itself.
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
  // Without a stored session the page calls as usual.
}

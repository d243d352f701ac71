import { approvedMoneyComes } from '../../domain/refunds/refund.ts';
import type { Standing } from '../../domain/refunds/standing.ts';
import { formatDay, indiaDay } from '../../domain/words/dates.ts';
import { formatPaise, unbroken } from '../../domain/words/money.ts';
import { $today } from '../../lib/now.ts';

/** Whether a request is still open. */
export function isOpen({ state }: Pick<Standing, 'state'>): boolean {
  return state !== 'declined' && state !== 'taken_back' && state !== 'paid';
}

/** A pack's requests: the open one for the whole pack, and the others. Orders have neither. */
export type PackRequests = { refund?: Standing | null; other_refunds?: readonly Standing[] };

/** Whether a request waits for the member, who has to answer us. */
export function needsAnswer({ state }: Pick<Standing, 'state'>): boolean {
  return state === 'more_needed';
}

/** The first open request that waits for the member's answer, or else the first open one. */
export function firstOpen<Request extends Pick<Standing, 'state'>>(requests: readonly Request[]) {
  const open = requests.filter(isOpen);
  return open.find(needsAnswer) ?? open[0];
}

/** A pack's most important open request. Of several, the one for the whole pack comes before those for sessions. */
export const openRequest = ({ refund, other_refunds = [] }: PackRequests) =>
  firstOpen([...(refund ? [refund] : []), ...other_refunds]);

/** Whether we have not decided about a request yet. */
export const isUndecided = ({ state }: Pick<Standing, 'state'>) =>
  state === 'asked' || state === 'more_needed';

/**
 * When an approved refund is sent: ' today, or by 20 December 2026 at the latest,' as in our email on the day of the
 * decision, and ' by 20 December 2026' afterwards.
 */
export function sendingTime({ decided_at, pay_by }: Pick<Standing, 'decided_at' | 'pay_by'>) {
  if (!pay_by) return '';
  return decided_at && indiaDay(Date.parse(decided_at)) === $today.get()
    ? ` ${approvedMoneyComes(pay_by)},`
    : ` by ${formatDay(pay_by)}`;
}

/** The promise that we have missed, with an apology; undefined if none was missed (§17.65). */
export function missedPromise({ late, decide_by, pay_by }: Standing): string | undefined {
  if (late === 'decision') {
    return `We promised a decision by ${formatDay(decide_by)} and missed that date. We are sorry`;
  }
  if (late === 'payment' && pay_by) {
    return `We promised your refund by ${formatDay(pay_by)} and missed that date. We are sorry`;
  }
  return undefined;
}

/**
 * What a request has come to, and what happens next, each without a full stop; the second may be empty. `what` says what
 * the refund is for: ' for one session'.
 */
export function standing(request: Standing, what = ''): [string, string] {
  const { state, amount, asked_at, decide_by, pay_by } = request;
  const money = amount === null ? undefined : unbroken(formatPaise(amount));
  const whose = `your refund${money ? ` of ${money}` : ''}${what}`;
  if (state === 'paid') return [`We sent your refund${money ? ` of ${money}` : ''}`, ''];
  if (state === 'declined') {
    return [`We declined your request for ${money ?? 'a refund'}`, 'The request says why'];
  }
  const by = pay_by ? ` by ${formatDay(pay_by)}` : '';
  const missed = missedPromise(request);
  if (isUndecided(request)) {
    return [
      `You asked for ${money ? `${money} back` : 'a refund'}${what} on ${formatDay(asked_at)}`,
      state === 'more_needed'
        ? 'We need an answer from you'
        : (missed ?? `We will decide by ${formatDay(decide_by)}`),
    ];
  }
  const name = `${whose.charAt(0).toUpperCase()}${whose.slice(1)}`;
  if (state === 'by_transfer') {
    const transfer = `Reply to our email with your bank account, and we will transfer it${missed ? '' : by}`;
    return [`${name} is approved`, missed ? `${missed}. ${transfer}` : transfer];
  }
  if (state === 'failed') {
    return [`The bank rejected ${whose}`, missed ?? `We will send it again${by}`];
  }
  if (state === 'paying') return [`${name} is on its way`, missed ?? ''];
  return [
    `${name} is approved`,
    missed ?? `We will send it${sendingTime(request).replace(/,$/, '')}`,
  ];
}

/** Where the buyer's open request for a whole pack stands, in one sentence or two (§17.62). */
export function packStanding(request: Standing): string {
  const [is, next] = standing(request);
  const why = `${is.charAt(0).toLowerCase()}${is.slice(1)}`;
  return [isUndecided(request) ? `On hold, because ${why}` : is, next]
    .map((sentence) => sentence && `${sentence}.`)
    .join(' ')
    .trim();
}

/** What the buyer's open request means for its pack, beside a step that says where the request stands. */
export function onHold(request: Pick<Standing, 'state'>): string {
  return `${isUndecided(request) ? 'On hold' : 'Being refunded'}, so you cannot book with it`;
}

/** Where a request for one session, or for 'this session', stands: before its number and after it (§17.62). */
export function sessionStanding(request: Standing, session = 'one session'): [string, string] {
  const [is, next] = standing(request, ` for ${session}`);
  return [`${is} (`, next === '' ? ').' : `). ${next}.`];
}

/** Where the buyer's request stands, for the second person on the pack. */
export function otherStanding(request: Pick<Standing, 'state'>): string {
  return isUndecided(request)
    ? 'On hold, because the buyer asked for a refund'
    : 'Being refunded to the buyer, so no one can book with it';
}

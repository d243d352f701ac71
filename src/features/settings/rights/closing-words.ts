import { count } from '../../../domain/words/count.ts';
import { formatDay, formatMoment } from '../../../domain/words/dates.ts';
import { packName } from '../../../domain/packs/packs.ts';
import { sessionNames } from '../../../domain/bookings/session-kinds.ts';
import type { Losses } from './closing-store.ts';

function ofPack({ pack, remaining, valid_until, role, is_shared }: Losses['packs'][number]) {
  const name = packName(pack);
  const left = count(remaining, 'session');
  const until = `valid until ${formatDay(valid_until)}`;
  if (role === 'second') {
    return `Your share of a ${name} with ${left} left, ${until}. The pack stays with its buyer.`;
  }
  const other = is_shared ? ' The person you share it with loses them too.' : '';
  return `${left} of your ${name}, ${until}.${other}`;
}

/** What a member loses with the account, in one sentence each; the profile is always the last (§18.31). */
export function lossLines(losses: Losses): string[] {
  const lines = losses.packs.map(ofPack);
  if (losses.free_interview) lines.push('Your free mock interview. Nobody gets a second one.');
  for (const { kind, starts_at } of losses.bookings) {
    lines.push(`${sessionNames[kind]} on ${formatMoment(starts_at)}. Its mentor is told.`);
  }
  if (losses.guest_bookings > 0) {
    lines.push(
      `${count(losses.guest_bookings, 'coming session')} of the person you share a pack with, who is told.`,
    );
  }
  if (losses.feedback > 0) {
    lines.push(`What your mentors wrote about ${count(losses.feedback, 'session')}.`);
  }
  if (losses.files > 0) {
    lines.push(`${count(losses.files, 'file')} that you sent us.`);
  }
  if (losses.loan_group !== null) {
    lines.push(`Your place in the loan group of ${losses.loan_group}, with its offers.`);
  }
  for (const lender of losses.lenders) {
    lines.push(`Your loan request at ${lender}, which is told to stop using your details.`);
  }
  return [
    ...lines,
    'Your profile, your picture, and your packs with their receipts on the dashboard.',
  ];
}

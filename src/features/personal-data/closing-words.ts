import { count } from '../../domain/words/count.ts';
import { formatDay, formatMoment } from '../../domain/words/dates.ts';
import { packName } from '../../domain/packs/packs.ts';
import { sessionNames } from '../../domain/bookings/session-kinds.ts';
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

/** What a member loses by closing the account, one sentence for each loss; the profile always comes last (§18.31). */
export function lossLines(losses: Losses): string[] {
  const { packs, bookings, guest_bookings: guests, feedback, files, loan_group: year } = losses;
  return [
    ...packs.map(ofPack),
    losses.free_interview && 'Your free mock interview. You cannot get a second one.',
    ...bookings.map(
      ({ kind, starts_at }) =>
        `${sessionNames[kind]} on ${formatMoment(starts_at)}. We will tell your mentor.`,
    ),
    guests > 0 &&
      `${count(guests, 'upcoming session')} booked by the person you share a pack with. We will tell them.`,
    feedback > 0 && `What your mentors wrote about ${count(feedback, 'session')}.`,
    files > 0 && `${count(files, 'file')} that you sent us.`,
    year !== null && `Your place in the ${year} loan group, with its offers.`,
    ...losses.lenders.map(
      (lender) => `Your loan request at ${lender}. We will tell it to stop using your details.`,
    ),
    losses.bought.length === 0
      ? 'Your profile and your picture.'
      : 'Your profile, your picture, and your packs with their receipts on the dashboard.',
  ].filter((line) => line !== false);
}

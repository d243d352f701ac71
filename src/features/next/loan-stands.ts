import type { MySessions } from '../bookings/my-sessions-schema.ts';

/** Where the member's loan stands, in a few words (§15.106). */
export function loanStands({ loan, lender }: MySessions['waiting']): string {
  const words: Record<typeof loan, string> = {
    none: 'Not started',
    'not counted': 'Verify your email',
    'in group': 'In the group',
    'to choose': 'Offers to compare',
    chosen: `${lender ?? 'A lender'} chosen`,
    with_lender: `With ${lender ?? 'the lender'}`,
    sanctioned: `Sanctioned by ${lender ?? 'the lender'}`,
    disbursed: `Paid out by ${lender ?? 'the lender'}`,
  };
  return words[loan];
}

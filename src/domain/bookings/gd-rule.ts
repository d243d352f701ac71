import { lasting } from '../periods.ts';
import { inWords } from '../words/count.ts';

/** What becomes of a GD that too few people book (§15.14), for a member who is booking it or has booked it. */
export const gdRule = (minimum: number) =>
  `If fewer than ${inWords(minimum)} people have booked by ${lasting('gd closes')} before the start, we cancel this GD and your session returns to your pack.`;

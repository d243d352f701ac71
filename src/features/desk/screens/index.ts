import type { DeskScreen } from '../desk-screen.ts';
import { find } from './find.ts';
import { loan } from './loan.ts';
import { mentors } from './mentors.ts';
import { messages } from './messages.ts';
import { money } from './money.ts';
import { people } from './people.ts';
import { sessions } from './sessions.ts';
import { today } from './today.ts';
import { words } from './site-texts.ts';

export { today };

/**
 * The desk's screens, in the order of its bar (§22.6). A new action needs an entry in one of these screens and a
 * function in SQL.
 */
export const screens: readonly DeskScreen[] = [
  today,
  find,
  money,
  messages,
  sessions,
  loan,
  mentors,
  words,
  people,
];

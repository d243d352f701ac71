import { PlainError } from '../http/log.ts';

/** The database or the account service cannot be reached, or is too busy to answer. */
export class DatabaseUnavailable extends PlainError {
  override readonly name = 'DatabaseUnavailable';
}

/** The database understood a call and refused it: a bug on our side, not an outage. */
export class DatabaseRefusal extends PlainError {
  override readonly name = 'DatabaseRefusal';
}

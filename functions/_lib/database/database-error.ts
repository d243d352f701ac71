import { AnsweredError, ApiError, retryAfter } from '../http/api-error.ts';
import { PlainError } from '../http/log.ts';

/** The database or the account service cannot be reached, or is too busy to answer. */
export class DatabaseUnavailable extends AnsweredError {
  override readonly name = 'DatabaseUnavailable';

  override get reply(): ApiError {
    const message = 'We cannot reach our database right now. Please try again in a moment.';
    return new ApiError(503, 'database_unavailable', message, retryAfter());
  }
}

/** The database understood a call and refused it, which is a bug on our side and not an outage. */
export class DatabaseRefusal extends PlainError {
  override readonly name = 'DatabaseRefusal';
}

import type { ApiErrorCode } from '../../../src/domain/api.ts';
import type { Refusal } from '../../../src/domain/refusals/refusal.ts';
import { PlainError } from './log.ts';

/** An error that carries its own reply. The message goes to the log, the reply to the caller. */
export abstract class AnsweredError extends PlainError {
  abstract get reply(): ApiError;
}

/** A refusal sent to the caller: a status, a code from the contract, and a message for the reader (§11.27). */
export class ApiError extends AnsweredError {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: ApiErrorCode;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    code: ApiErrorCode,
    message: string,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }

  override get reply(): this {
    return this;
  }
}

/** The refusal for this word in `table`, with `more` appended to its sentence. */
export function refused<Word extends ApiErrorCode>(
  table: Readonly<Record<Word, Refusal>>,
  word: Word,
  more = '',
): ApiError {
  const { status = 409, says } = table[word];
  return new ApiError(status, word, says + more);
}

/** Headers that tell the caller to retry after this many seconds. */
export const retryAfter = (seconds = 30) => ({ 'retry-after': String(seconds) });

/** Turns anything thrown into a refusal. An unknown error becomes a refusal that does not reveal anything (§11.27). */
export function toApiError(error: unknown): ApiError {
  if (error instanceof AnsweredError) return error.reply;
  return new ApiError(500, 'internal', 'Something went wrong on our side. Please try again.');
}

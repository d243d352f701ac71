import type { ApiErrorCode } from '../../../src/domain/api.ts';
import type { Refusal } from '../../../src/domain/refusals/refusal.ts';
import { DatabaseUnavailable } from '../database/database-error.ts';
import { ConfigurationError } from '../env/env.ts';
import { PlainError } from './log.ts';
import { ProviderError } from '../payments/provider-error.ts';

/** A refusal sent to the caller: a status, a code of the contract and a message for people (§11.27). */
export class ApiError extends PlainError {
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
}

/** The refusal that `table` has for this word, with `more` after its sentence. */
export function refused<Word extends ApiErrorCode>(
  table: Readonly<Record<Word, Refusal>>,
  word: Word,
  more = '',
): ApiError {
  const { status = 409, says } = table[word];
  return new ApiError(status, word, says + more);
}

/** Seconds for Retry-After where the provider names no time. */
const defaultWait = 30;

function providerRefusal({ fault, retryAfter }: ProviderError): ApiError {
  if (fault === 'timeout') {
    const message = 'The payment service did not answer in time. Please try again.';
    return new ApiError(504, 'provider_timeout', message);
  }
  const message = 'The payment service is not available right now. Please try again.';
  if (fault === 'busy') {
    const headers = { 'retry-after': String(retryAfter ?? defaultWait) };
    return new ApiError(503, 'provider_error', message, headers);
  }
  return new ApiError(502, 'provider_error', message);
}

/** The refusal for anything thrown. An unknown error reveals nothing (§11.27). */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof ProviderError) return providerRefusal(error);
  if (error instanceof DatabaseUnavailable) {
    const message = 'We cannot reach our records right now. Please try again in a moment.';
    const headers = { 'retry-after': String(defaultWait) };
    return new ApiError(503, 'database_unavailable', message, headers);
  }
  if (error instanceof ConfigurationError) {
    const message = 'We have not finished setting this up. Please try again later.';
    return new ApiError(503, 'not_configured', message);
  }
  return new ApiError(500, 'internal', 'Something went wrong on our side. Please try again.');
}

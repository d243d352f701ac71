import { AnsweredError, ApiError, retryAfter } from '../http/api-error.ts';

/**
 * How a call to the payment provider failed. In this order: no reply in time, no connection, a 5xx, a 429, another 4xx,
 * or an unexpected reply.
 */
export type ProviderFault = 'timeout' | 'unreachable' | 'failed' | 'busy' | 'rejected' | 'nonsense';

export class ProviderError extends AnsweredError {
  override readonly name = 'ProviderError';
  readonly fault: ProviderFault;
  /** How many seconds the provider asked us to wait, if it did. */
  readonly retryAfter: number | undefined;
  /** True if the provider refused our key. */
  readonly keyRefused: boolean;
  /** The provider's own words. They may quote someone's data, so they are never logged or sent to the caller. */
  readonly description: string;

  /** `detail` is logged, so it must not contain any of the provider's words. */
  constructor(
    fault: ProviderFault,
    detail: string,
    {
      retryAfter,
      description = '',
      keyRefused = false,
    }: { retryAfter?: number; description?: string; keyRefused?: boolean } = {},
  ) {
    super(`${fault}: ${detail}`);
    this.fault = fault;
    this.retryAfter = retryAfter;
    this.description = description;
    this.keyRefused = keyRefused;
  }

  override get reply(): ApiError {
    if (this.fault === 'timeout') {
      const message = 'The payment service did not answer in time. Please try again.';
      return new ApiError(504, 'provider_timeout', message);
    }
    const message = 'The payment service is not available right now. Please try again.';
    return this.fault === 'busy'
      ? new ApiError(503, 'provider_error', message, retryAfter(this.retryAfter))
      : new ApiError(502, 'provider_error', message);
  }

  /** True if a retry a moment later might succeed. */
  get temporary(): boolean {
    return this.fault === 'timeout' || this.fault === 'unreachable' || this.fault === 'failed';
  }
}

import { PlainError } from './log.ts';

/**
 * How a call of the payment provider went wrong: no reply in time, no connection, a 5xx, a 429,
 * a refusal (other 4xx), or a reply that is not what was asked for.
 */
export type ProviderFault = 'timeout' | 'unreachable' | 'failed' | 'busy' | 'rejected' | 'nonsense';

export class ProviderError extends PlainError {
  override readonly name = 'ProviderError';
  readonly fault: ProviderFault;
  /** Seconds the provider asked us to wait, where it did. */
  readonly retryAfter: number | undefined;

  constructor(fault: ProviderFault, detail: string, retryAfter?: number) {
    super(`${fault}: ${detail}`);
    this.fault = fault;
    this.retryAfter = retryAfter;
  }

  /** True where the same question may well be answered a moment later. */
  get passing(): boolean {
    return this.fault === 'timeout' || this.fault === 'unreachable' || this.fault === 'failed';
  }
}

import * as v from 'valibot';
import { errorReply, type ApiErrorCode } from '../domain/api.ts';

/**
 * A failed call to one of our functions. `code` is 'network' if there was no reply; `told` is the function's message.
 */
export class FunctionError extends Error {
  readonly code: ApiErrorCode | 'network';
  readonly told: string | undefined;

  constructor(code: ApiErrorCode | 'network', told?: string) {
    super(`A function answered: ${code}`);
    this.name = 'FunctionError';
    this.code = code;
    this.told = told;
  }
}

// In milliseconds. Longer than any function takes, because functions give up on the payment provider after 8 s.
const defaultTimeout = 15_000;

/** The request with which one of our functions is called. */
export type Call = Omit<RequestInit, 'headers'> & {
  headers?: Record<string, string>;
  /** In milliseconds. */
  timeout?: number;
};

/**
 * Calls a function on this site and resolves to its reply, whatever the status. Throws FunctionError if there is no
 * reply.
 */
export async function fetchFunction(
  path: string,
  { timeout = defaultTimeout, ...init }: Call = {},
): Promise<Response> {
  try {
    return await fetch(path, { ...init, signal: AbortSignal.timeout(timeout) });
  } catch {
    throw new FunctionError('network');
  }
}

const json = v.pipe(v.string(), v.parseJson());

/** The refusal in a function's reply. */
function refusalOf(status: number, text: string): FunctionError {
  const refusal = v.safeParse(v.pipe(json, errorReply), text);
  if (refusal.success) {
    const { code, message } = refusal.output.error;
    return new FunctionError(code, message);
  }
  // The reply is not in our functions' format, so it comes from the host in front of them.
  return new FunctionError(status === 429 ? 'too_many_requests' : 'internal');
}

/** Returns a function's reply. Throws FunctionError if it is a refusal. */
export async function requireOk(response: Response): Promise<Response> {
  if (response.ok) return response;
  throw refusalOf(response.status, await response.text().catch(() => ''));
}

/** Parses a function's reply. Throws FunctionError if it is a refusal. */
export async function parseReply<Schema extends v.GenericSchema>(
  response: Response,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  const text = await response.text().catch(() => {
    throw new FunctionError('network');
  });
  const reply = v.safeParse(v.pipe(json, schema), text);
  if (reply.success) return reply.output;
  throw refusalOf(response.status, text);
}

/** Calls a function on this site and parses its reply. Throws FunctionError. */
export async function callFunction<Schema extends v.GenericSchema>(
  path: string,
  schema: Schema,
  call: Call = {},
): Promise<v.InferOutput<Schema>> {
  return parseReply(await fetchFunction(path, call), schema);
}

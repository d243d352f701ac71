import * as v from 'valibot';
import { errorReply, type ApiErrorCode } from '../domain/api.ts';

/** A failed call of one of our functions. `code` is 'network' if there was no answer; `told` is the function's message. */
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

// ms. Longer than a function takes to answer: it gives up on the provider after 8 s.
const defaultTimeout = 15_000;

/** The request of a call. */
export type Call = Omit<RequestInit, 'headers'> & {
  headers?: Record<string, string>;
  /** ms */
  timeout?: number;
};

/** Calls a function of this site and resolves to its reply, whatever the status. Throws FunctionError without a reply. */
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

/** The refusal in the reply of a function. */
function refusalOf(status: number, text: string): FunctionError {
  const refusal = v.safeParse(v.pipe(json, errorReply), text);
  if (refusal.success) {
    const { code, message } = refusal.output.error;
    return new FunctionError(code, message);
  }
  // Not in the format of our functions, so the reply is from the host in front of them.
  return new FunctionError(status === 429 ? 'too_many_requests' : 'internal');
}

/** Returns the reply of a function. Throws FunctionError if it is a refusal. */
export async function requireOk(response: Response): Promise<Response> {
  if (response.ok) return response;
  throw refusalOf(response.status, await response.text().catch(() => ''));
}

/** Parses the reply of a function. Throws FunctionError for a refusal. */
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

/** Calls a function of this site and parses its answer. Throws FunctionError. */
export async function callFunction<Schema extends v.GenericSchema>(
  path: string,
  schema: Schema,
  call: Call = {},
): Promise<v.InferOutput<Schema>> {
  return parseReply(await fetchFunction(path, call), schema);
}

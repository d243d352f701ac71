import type { Context } from '@netlify/functions';
import { ApiError, toApiError } from './api-error.ts';
import { describe, log } from './log.ts';
import { refusal } from './replies.ts';

/** What the host knows about a call: its id, and the caller's network address if available. */
type Call = Pick<Context, 'requestId' | 'ip'>;

export type Handler = (req: Request, call: Call) => Promise<Response>;

/** Logs an error under its function's name and returns the refusal to send. */
export function report(name: string, requestId: string, error: unknown): ApiError {
  const refused = toApiError(error);
  const { status, code } = refused;
  const level = status >= 500 ? 'error' : 'info';
  log(level, 'refused', { function: name, requestId, status, code, detail: describe(error) });
  return refused;
}

/**
 * Wraps a function's body: other methods get 405 with Allow (§11.32), any error becomes a refusal (§11.27) and one line
 * in the log, and every reply carries the request's id.
 */
export function handle(
  name: string,
  methods: readonly string[],
  answer: (req: Request, call: Call) => Response | Promise<Response>,
): Handler {
  return async (req, { requestId: given, ip }) => {
    const requestId = given || crypto.randomUUID();
    let reply: Response;
    try {
      if (!methods.includes(req.method)) {
        const allow = methods.join(', ');
        throw new ApiError(405, 'method_not_allowed', `Use ${allow}.`, { allow });
      }
      reply = await answer(req, { requestId, ip });
    } catch (error) {
      reply = refusal(report(name, requestId, error));
    }
    reply.headers.set('x-request-id', requestId);
    return reply;
  };
}

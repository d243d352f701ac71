import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

type Details = {
  status?: ContentfulStatusCode;
  code?: 'BAD_REQUEST_ERROR' | 'SERVER_ERROR';
  field?: string;
};

/** A refusal in the provider's format, by default a 400, with the name of the field that is wrong. */
export function refusal(
  description: string,
  { status = 400, ...details }: Details = {},
): HTTPException {
  const reason = status === 400 ? 'input_validation_failed' : 'NA';
  const error = { code: 'BAD_REQUEST_ERROR', description, reason, ...details };
  return new HTTPException(status, { res: Response.json({ error }, { status }) });
}

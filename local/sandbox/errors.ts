import type { ContentfulStatusCode } from 'hono/utils/http-status';

type ErrorCode = 'BAD_REQUEST_ERROR' | 'SERVER_ERROR';

/** The body of every refusal by the provider's API. */
type ErrorBody = {
  error: { code: ErrorCode; description: string; reason: string; field?: string };
};

/** A refusal, with the status and the body that the caller gets. */
export class ApiError extends Error {
  readonly status: ContentfulStatusCode;
  readonly body: ErrorBody;

  constructor(status: ContentfulStatusCode, body: ErrorBody) {
    super(body.error.description);
    this.status = status;
    this.body = body;
  }
}

type Details = { status?: ContentfulStatusCode; code?: ErrorCode; field?: string };

/** A refusal in the provider's format: a 400 unless told otherwise, and the field that was wrong. */
export function refusal(description: string, { status = 400, ...details }: Details = {}): ApiError {
  const reason = status === 400 ? 'input_validation_failed' : 'NA';
  return new ApiError(status, {
    error: { code: 'BAD_REQUEST_ERROR', description, reason, ...details },
  });
}

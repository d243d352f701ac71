import type { ContentfulStatusCode } from 'hono/utils/http-status';

/** The body of every refusal by the provider's API. */
export type ErrorBody = {
  error: {
    code: 'BAD_REQUEST_ERROR' | 'GATEWAY_ERROR' | 'SERVER_ERROR';
    description: string;
    source?: string;
    step?: string;
    reason?: string;
    metadata?: { payment_id?: string; order_id?: string };
    field?: string;
  };
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

type InputErrorDetails = { field?: string; step?: string; reason?: string };

/** A 400 for an invalid request, in the format most of the API uses. */
export function inputError(description: string, details: InputErrorDetails = {}): ApiError {
  const { field, step = 'payment_initiation', reason = 'input_validation_failed' } = details;
  return new ApiError(400, {
    error: {
      code: 'BAD_REQUEST_ERROR',
      description,
      source: 'business',
      step,
      reason,
      metadata: {},
      ...(field === undefined ? {} : { field }),
    },
  });
}

/** A refusal whose source, step and reason are all `NA`. */
export function plainError(
  status: ContentfulStatusCode,
  description: string,
  code: ErrorBody['error']['code'] = 'BAD_REQUEST_ERROR',
): ApiError {
  return new ApiError(status, {
    error: { code, description, source: 'NA', step: 'NA', reason: 'NA', metadata: {} },
  });
}

/** A 401 as the real host sends it: without source, step and reason. */
export function authenticationError(): ApiError {
  return new ApiError(401, {
    error: { code: 'BAD_REQUEST_ERROR', description: 'Authentication failed' },
  });
}

export function unknownUrlError(): ApiError {
  return plainError(400, 'The requested URL was not found on the server');
}

/**
 * Codes for requests that are wrong or cannot be handled now. Only functions use these codes, not the database, and the
 * sentences depend on the request.
 */
export type RequestCode =
  | 'invalid_json'
  | 'invalid_amount'
  | 'pack_not_named'
  | 'invalid_key'
  | 'invalid_request'
  | 'invalid_file'
  | 'signature_invalid'
  | 'payment_failed'
  | 'session_expired'
  | 'forbidden_origin'
  | 'not_found'
  | 'method_not_allowed'
  | 'idempotency_mismatch'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'too_many_requests'
  | 'provider_error'
  | 'provider_timeout'
  | 'database_unavailable'
  | 'not_configured'
  | 'internal';

/** The columns that the list of packs needs from an order and its payments. */
export const orderColumns =
  'id,pack,sessions,persons,amount,discount,code,status,receipt,idempotency_key,created_at,updated_at,payments(id,status,amount_refunded,review,method,provider_created_at,created_at)';

export const profileColumns = 'email,firstname,lastname,phonenumber,referralcode,profileimage';

/**
 * Backend calls that a member's page makes early (§12.57), as paths of the REST API. Row level security returns only
 * the member's own rows. Pages name their calls in `content/routes.ts`. The arguments of a desk call follow a `#`. The
 * desk's calls are made only after an authenticator's code has been entered, because refused calls are logged, and only
 * at the address of the desk's first screen.
 */
export const firstCalls = {
  sessions: 'rpc/my_sessions',
  loan: 'rpc/my_loan',
  material: 'rpc/my_material',
  refunds: 'rpc/my_refunds',
  orders: `orders?select=${orderColumns}&order=created_at.desc`,
  profile: `profiles?select=${profileColumns}`,
} as const;

/** The columns of an order with its payments, which the list of packs reads. */
export const orderColumns =
  'id,pack,sessions,persons,amount,discount,code,status,receipt,idempotency_key,created_at,updated_at,payments(id,status,amount_refunded,review,method,provider_created_at)';

/** The columns of a profile. */
export const profileColumns = 'email,firstname,lastname,phonenumber,referralcode,profileimage';

/**
 * The calls of the backend that a member's page makes early (§12.57), as paths of its REST interface. Row level security
 * leaves only the member's own rows. The pages name theirs in `content/routes.ts`. What follows a `#` are arguments: such a
 * call is the desk's, made only after an authenticator's code, because refused ones are logged, and only at the address of its
 * first screen.
 */
export const firstCalls = {
  sessions: 'rpc/my_sessions',
  loan: 'rpc/my_loan',
  material: 'rpc/my_material',
  refunds: 'rpc/my_refunds',
  orders: `orders?select=${orderColumns}&order=created_at.desc`,
  profile: `profiles?select=${profileColumns}`,
} as const;

-- Rights for the previous migration. The local stack runs this file again, like every *_grants.sql.
revoke all on function
  private.settlement_of(uuid),
  private.payer_address(text),
  operations.hand_over(text, text)
from public, anon, authenticated, service_role;

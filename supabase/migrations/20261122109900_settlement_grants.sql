-- Rights for the previous migration. The local stack runs this file again, like every *_grants.sql.
revoke all on private.settlements from public, anon, authenticated, service_role;
revoke all on function
  private.payer_address(text),
  operations.hand_over(text, text)
from public, anon, authenticated, service_role;

-- Rights for the previous migration. The local stack runs this file again, like every *_grants.sql.
revoke all on private.changed_addresses from public, anon, authenticated, service_role;
revoke all on function
  private.note_changed_address(),
  private.is_picture_path(text),
  private.check_picture()
from public, anon, authenticated, service_role;

-- Called by the policies of the bucket, as the member who uploads.
grant execute on function private.is_picture_path(text) to authenticated;

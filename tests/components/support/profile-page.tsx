/** The profile beside the account menu, as on its page. */
export async function profilePage() {
  const { AccountMenu } = await import('../../../src/features/auth/AccountMenu.tsx');
  const { EditProfile } = await import('../../../src/features/settings/profile/EditProfile.tsx');
  return (
    <>
      <AccountMenu guarded />
      <EditProfile />
    </>
  );
}

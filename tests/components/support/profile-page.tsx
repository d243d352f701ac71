/** The profile form with the account menu beside it, as on its page. */
export async function profilePage() {
  const { AccountMenu } = await import('../../../src/features/account/AccountMenu.tsx');
  const { EditProfile } = await import('../../../src/features/account/profile/ProfileForm.tsx');
  return (
    <>
      <AccountMenu guarded />
      <EditProfile />
    </>
  );
}

/** For these reasons, we return a session that a member cancelled too late (§15.13). */
export const lateReasons = 'an interview call, an exam, an illness, or a power or network failure';

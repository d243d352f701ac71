type Standing = { is_valid: boolean; refund: unknown; disputed: boolean };

/** Whether a pack's sessions can be used now: not once it has ended, or while a refund or a dispute is open (§17.62). */
export const isUsable = ({ is_valid, refund, disputed }: Standing) =>
  is_valid && !refund && !disputed;

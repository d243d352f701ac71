import * as v from 'valibot';
import { createMemberStore, rpc } from '../../lib/member-data.ts';

/** The member's own referral code, and how many people joined with it (§7.17). */
export const { $data: $referral } = createMemberStore('referral', () =>
  rpc('my_referral', {}, v.object({ code: v.string(), joined: v.number() })),
);

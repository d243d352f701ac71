import * as v from 'valibot';
import { createMemberStore, rpc } from '../../lib/member-data.ts';

const referral = createMemberStore('referral', () =>
  rpc('my_referral', {}, v.object({ code: v.string(), joined: v.number() })),
);

/** The member's own referral code, and how many people joined with it (§7.17). */
export const $referral = referral.$data;

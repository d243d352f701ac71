import * as v from 'valibot';
import { rpc } from '../../lib/member-data.ts';
import { createMemberStore } from '../../lib/member-store.ts';

const prices = v.array(v.object({ pack: v.string(), code: v.string(), amount: v.number() }));

export type MemberPrices = v.InferOutput<typeof prices>;

/** Prices with discount codes that apply to all members, in paise (§8.38). The cards also work without them. */
export const { $data: $memberPrices } = createMemberStore('prices', () =>
  rpc('my_prices', {}, prices),
);

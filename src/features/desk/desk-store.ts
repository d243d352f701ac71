import * as v from 'valibot';
import { createMemberStore, rpc } from '../../lib/member-data.ts';

const statusSchema = v.variant('state', [
  v.object({ state: v.literal('none') }),
  v.object({
    state: v.picklist(['sign_in', 'enrol', 'waits', 'code']),
    waiting: v.array(v.string()),
  }),
  v.object({
    state: v.literal('open'),
    name: v.string(),
    level: v.picklist(['owner', 'helper']),
    code_until: v.string(),
    may: v.record(v.string(), v.boolean()),
  }),
]);

/** What the desk knows of who is here. */
export type DeskStatus = v.InferOutput<typeof statusSchema>;

/** An operator at the open desk; `may` tells of each list and action whether it needs a fresh code. */
export type Operator = Extract<DeskStatus, { state: 'open' }>;

/** Whether this person may be here, and what is still to do for it (§22.1). */
export const deskStatus = createMemberStore('desk', () => rpc('desk_status', {}, statusSchema));

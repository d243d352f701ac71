import * as v from 'valibot';
import { moment } from '../../domain/schema.ts';
import { earlyRpc } from '../../lib/early-answers.ts';
import { keptAnswer } from '../../lib/kept-answers.ts';
import { createMemberStore } from '../../lib/member-store.ts';

const statusSchema = v.variant('state', [
  v.object({ state: v.literal('none') }),
  v.object({
    state: v.picklist(['sign_in', 'enrol', 'waits', 'code']),
    waiting: v.array(v.string()),
  }),
  v.object({
    state: v.literal('open'),
    now: moment,
    name: v.string(),
    level: v.picklist(['owner', 'helper']),
    code_until: moment,
    may: v.record(v.string(), v.boolean()),
    waiting: v.record(v.string(), v.number()),
  }),
]);

/** How close the visitor is to an open desk. */
export type DeskStatus = v.InferOutput<typeof statusSchema>;

/**
 * An operator with an open desk. `may` lists what this operator may read and do, and for what a recent code is needed.
 * `waiting` says how much is waiting on each screen.
 */
export type Operator = Extract<DeskStatus, { state: 'open' }>;

/** Whether the visitor may use the desk, and which step remains before it opens (§22.1). */
export const deskStatus = createMemberStore(
  'desk',
  () => earlyRpc('desk_status', {}, statusSchema),
  keptAnswer('desk', statusSchema),
);

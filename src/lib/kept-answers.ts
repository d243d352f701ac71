import * as v from 'valibot';
import { forgetAnswers } from './forget-answers.ts';
import { keptOfMember } from './kept.ts';
import { storageKeys } from './storage-keys.ts';

/**
 * How long a kept reply may be shown, in milliseconds, and how long all kept replies may be together, in characters.
 */
const longestAge = 30 * 60_000;
const most = 200_000;

const answers = keptOfMember(
  storageKeys.answers,
  v.record(v.string(), v.object({ at: v.number(), data: v.unknown() })),
  'session',
);

// eslint-disable-next-line no-restricted-syntax -- only the elapsed time counts
const deviceNow = () => Date.now();

// Someone may have set the clock back, hence the absolute value.
const isRecent = ({ at }: { at: number }) => Math.abs(deviceNow() - at) < longestAge;

/**
 * Keeps a store's newest data in this tab, so that the next page shows it in its first frame (§12.58). `read` returns
 * the data for 30 minutes, only for the member it belongs to, and only if it matches the current schema.
 */
export function keptAnswer<Schema extends v.GenericSchema>(name: string, schema: Schema) {
  const recent = (memberId: string) =>
    Object.entries(answers.read(memberId) ?? {}).filter(([, answer]) => isRecent(answer));
  return {
    read: (memberId: string): v.InferOutput<Schema> | undefined => {
      const [, answer] = recent(memberId).find(([key]) => key === name) ?? [];
      const parsed = v.safeParse(schema, answer?.data);
      return parsed.success ? parsed.output : undefined;
    },
    keep: (memberId: string, data: v.InferOutput<Schema>): void => {
      const all = { ...Object.fromEntries(recent(memberId)), [name]: { at: deviceNow(), data } };
      if (JSON.stringify(all).length > most) forgetAnswers();
      else answers.keep(memberId, all);
    },
  };
}

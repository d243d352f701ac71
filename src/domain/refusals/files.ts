import type { Refusals } from './refusal.ts';

export const missingFileRefusals = {
  no_such_file: { status: 404, says: 'This file is no longer there.' },
} as const satisfies Refusals;

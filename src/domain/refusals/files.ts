import type { Refusals } from './refusal.ts';

export const missingFileRefusals = {
  no_such_file: { status: 404, says: 'This file no longer exists.' },
} as const satisfies Refusals;

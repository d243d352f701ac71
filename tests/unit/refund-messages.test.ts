import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { isRefundProblem } from '../../src/domain/refunds/refund-messages.ts';

test('§17.1 every code word with which the database refuses a member has a sentence', async () => {
  const sql = await readFile(
    new URL('../../supabase/migrations/20261122201000_refund_members.sql', import.meta.url),
    'utf8',
  );
  const codes = [...sql.matchAll(/private\.refuse\(\s*'(\w+)'/g)].map(([, code]) => code ?? '');
  expect(codes).toContain('amount_changed');
  expect(codes.filter((code) => !isRefundProblem(code))).toEqual([]);
  expect(isRefundProblem('toString')).toBe(false);
});

import { expect, test } from 'vitest';
import { isRefundProblem } from '../../src/domain/refunds/refund-messages.ts';
import { migrationScripts } from '../../supabase/schema-scripts.ts';

test('§17.1 every code word with which the database refuses a member has a sentence', async () => {
  const scripts = await migrationScripts();
  const sql = scripts.find(({ name }) => name.endsWith('_refund_members.sql'))?.sql ?? '';
  const codes = [...sql.matchAll(/private\.refuse\(\s*'(\w+)'/g)].map(([, code]) => code ?? '');
  expect(codes).toContain('amount_changed');
  expect(codes.filter((code) => !isRefundProblem(code))).toEqual([]);
  expect(isRefundProblem('toString')).toBe(false);
});

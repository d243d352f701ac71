import { expect, test, vi } from 'vitest';
import { loadFunctions } from './support.ts';

test('R3 loading the functions makes no network request', async () => {
  const asked = vi.spyOn(globalThis, 'fetch');
  const functions = await loadFunctions();
  expect(Object.keys(functions)).toHaveLength(22);
  expect(asked).not.toHaveBeenCalled();
  asked.mockRestore();
});

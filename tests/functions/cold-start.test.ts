import { expect, test, vi } from 'vitest';
import { functionNames } from '../../local/site/function-routes.ts';
import { loadFunctions } from './support.ts';

test('R3 loading the functions does not make any network requests', async () => {
  const asked = vi.spyOn(globalThis, 'fetch');
  const functions = await loadFunctions();
  expect(Object.keys(functions)).toHaveLength(functionNames.length);
  expect(asked).not.toHaveBeenCalled();
  asked.mockRestore();
});

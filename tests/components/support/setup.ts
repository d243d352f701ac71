import '@testing-library/jest-dom/vitest';
import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';

beforeEach(() => {
  // The stores are modules, so each test loads them anew, as each page does.
  vi.resetModules();
  vi.spyOn(console, 'error');
  const warn = console.warn;
  vi.spyOn(console, 'warn').mockImplementation((...args: unknown[]) => {
    // The client of the test before is garbage by now.
    if (!String(args[0]).includes('Multiple GoTrueClient instances')) warn(...args);
  });
});

afterEach(() => {
  cleanup();
  expect(vi.mocked(console.error).mock.calls, 'errors in the console').toEqual([]);
  localStorage.clear();
  sessionStorage.clear();
  document.body.replaceChildren();
  history.replaceState(null, '', '/');
});

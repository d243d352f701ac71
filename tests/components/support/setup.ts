import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';

// Generous, because machines differ and a timeout only costs time when a test fails.
configure({ asyncUtilTimeout: 30_000 });

// Listeners of the window end with their page; all tests of a file have one window.
const listeners: Parameters<typeof addEventListener>[] = [];

beforeEach(() => {
  const add = window.addEventListener.bind(window);
  vi.spyOn(window, 'addEventListener').mockImplementation((...listener) => {
    listeners.push(listener);
    add(...listener);
  });
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
  for (const [type, listener] of listeners.splice(0)) removeEventListener(type, listener);
  expect(vi.mocked(console.error).mock.calls, 'errors in the console').toEqual([]);
  localStorage.clear();
  sessionStorage.clear();
  document.body.replaceChildren();
  history.replaceState(null, '', '/');
});

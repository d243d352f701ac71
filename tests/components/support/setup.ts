import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';

// The timeout is generous, because machines differ and a timeout costs time only when a test fails.
configure({ asyncUtilTimeout: 30_000 });

// All tests share one window, so each page’s listeners and timers end with the page.
const listeners: Parameters<typeof addEventListener>[] = [];
const intervals: ReturnType<typeof setInterval>[] = [];
const timeouts: ReturnType<typeof setTimeout>[] = [];

/** A channel that reaches no other page, because the clients of earlier tests still listen. */
class SilentChannel extends EventTarget {
  readonly postMessage = vi.fn();
  readonly close = vi.fn();
}

beforeEach(() => {
  const add = window.addEventListener.bind(window);
  vi.spyOn(window, 'addEventListener').mockImplementation((...listener) => {
    listeners.push(listener);
    add(...listener);
  });
  const repeat = globalThis.setInterval;
  vi.spyOn(globalThis, 'setInterval').mockImplementation((...given) => {
    const interval = repeat(...given);
    intervals.push(interval);
    return interval;
  });
  const wait = globalThis.setTimeout;
  vi.spyOn(globalThis, 'setTimeout').mockImplementation((...given) => {
    const timeout = wait(...given);
    timeouts.push(timeout);
    return timeout;
  });
  vi.stubGlobal('BroadcastChannel', SilentChannel);
  // The stores are modules, so each test loads them again, as each page does.
  vi.resetModules();
  vi.spyOn(console, 'error');
  const warn = console.warn;
  vi.spyOn(console, 'warn').mockImplementation((...args: unknown[]) => {
    // The previous test’s client can be collected by now.
    if (!String(args[0]).includes('Multiple GoTrueClient instances')) warn(...args);
  });
});

afterEach(() => {
  cleanup();
  for (const [type, listener] of listeners.splice(0)) removeEventListener(type, listener);
  for (const interval of intervals.splice(0)) clearInterval(interval);
  for (const timeout of timeouts.splice(0)) clearTimeout(timeout);
  expect(vi.mocked(console.error).mock.calls, 'the test logged errors').toEqual([]);
  localStorage.clear();
  sessionStorage.clear();
  document.body.replaceChildren();
  history.replaceState(null, '', '/');
});

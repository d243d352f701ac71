import { afterEach, expect, test, vi } from 'vitest';
import { serverNow } from '../../lib/clock.ts';
import { draftOf, forgetDraft, keepDraft } from './feedback-draft.ts';

/** Replaces the browser's storage with the methods that drafts use. */
function useStorage(store: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>): void {
  vi.stubGlobal('localStorage', store);
}

function memory() {
  const kept = new Map<string, string>();
  useStorage({
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  });
  return kept;
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('§15.68 a mentor’s typed feedback is kept for each session until the mentor sends it', () => {
  const kept = memory();
  const until = serverNow() + 1000;
  keepDraft('one', until, { went_well: 'A clear story' });
  keepDraft('two', until, { exercise: 'Read aloud' });
  expect(draftOf('one')).toEqual({ went_well: 'A clear story' });
  forgetDraft('one');
  expect(draftOf('one')).toBeUndefined();
  expect(draftOf('two')).toEqual({ exercise: 'Read aloud' });
  forgetDraft('two');
  expect(kept.size, 'the device keeps no draft').toBe(0);
});

test('§15.68 a feedback draft is deleted when its link expires', () => {
  vi.useFakeTimers();
  const kept = memory();
  keepDraft('one', serverNow() + 1000, { went_well: 'A clear story' });
  vi.advanceTimersByTime(1001);
  expect(draftOf('two')).toBeUndefined();
  expect(kept.size).toBe(0);
});

test.for(['nonsense', '{}', '{"one":{"until":"soon","fields":{}}}', '[]'])(
  'the stored value %j is not mistaken for a draft',
  (stored) => {
    memory().set('admitcircle-feedback-drafts', stored);
    expect(draftOf('one')).toBeUndefined();
  },
);

test('a browser that blocks storage loses drafts without an error', () => {
  const blocked = () => {
    throw new DOMException('blocked', 'SecurityError');
  };
  useStorage({ getItem: blocked, setItem: blocked, removeItem: blocked });
  keepDraft('one', serverNow() + 1000, { went_well: 'A clear story' });
  expect(draftOf('one')).toBeUndefined();
  forgetDraft('one');
});

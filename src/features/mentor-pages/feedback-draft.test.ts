import { afterEach, expect, test, vi } from 'vitest';
import { serverNow } from '../../lib/clock.ts';
import { draftOf, forgetDraft, keepDraft } from './feedback-draft.ts';

/** A browser's storage, as far as drafts use it. */
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

test('§15.68 typed text is kept for each member until it is sent', () => {
  const kept = memory();
  const until = serverNow() + 1000;
  keepDraft('one', until, { went_well: 'A clear story' });
  keepDraft('two', until, { exercise: 'Read aloud' });
  expect(draftOf('one')).toEqual({ went_well: 'A clear story' });
  forgetDraft('one');
  expect(draftOf('one')).toBeUndefined();
  expect(draftOf('two')).toEqual({ exercise: 'Read aloud' });
  forgetDraft('two');
  expect(kept.size, 'nothing is left on the device').toBe(0);
});

test('§15.68 typed text does not outlive the link it was typed for', () => {
  vi.useFakeTimers();
  const kept = memory();
  keepDraft('one', serverNow() + 1000, { went_well: 'A clear story' });
  vi.advanceTimersByTime(1001);
  expect(draftOf('two')).toBeUndefined();
  expect(kept.size).toBe(0);
});

test.for(['nonsense', '{}', '{"one":{"until":"soon","fields":{}}}', '[]'])(
  'stored %j is no draft',
  (stored) => {
    memory().set('admitcircle-feedback-drafts', stored);
    expect(draftOf('one')).toBeUndefined();
  },
);

test('blocked storage loses drafts and breaks nothing', () => {
  const blocked = () => {
    throw new DOMException('blocked', 'SecurityError');
  };
  useStorage({ getItem: blocked, setItem: blocked, removeItem: blocked });
  keepDraft('one', serverNow() + 1000, { went_well: 'A clear story' });
  expect(draftOf('one')).toBeUndefined();
  forgetDraft('one');
});

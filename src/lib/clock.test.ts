import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';

const minute = 60_000;
const serverStart = Date.parse('2026-11-26T18:29:00Z');

/** The clock of a page opened on a device whose own clock is wrong by this many ms. */
async function openOn(wrongBy: number) {
  vi.useFakeTimers({ toFake: ['Date', 'performance', 'setInterval', 'clearInterval'] });
  vi.setSystemTime(serverStart + wrongBy);
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const begun = performance.now();
  const server = () => serverStart + performance.now() - begun;
  const { $jumps, learnTime, serverNow } = await import('./clock.ts');
  const { $now, $today } = await import('./now.ts');
  /** Asks the server for the time. The request and the answer travel for this many ms. */
  const ask = (there = 0, back = there) => {
    const asked = performance.now();
    vi.advanceTimersByTime(there);
    const now = new Date(server()).toISOString();
    vi.advanceTimersByTime(back);
    learnTime(asked, { now });
  };
  return { $jumps, $now, $today, ask, learnTime, server, serverNow };
}

beforeEach(() => vi.resetModules());

test.for([-20 * minute, 0, 60 * minute, 24 * 60 * minute])(
  '§12.45 a page on a device whose clock is %d ms off uses the server’s time after the first reply',
  async (wrongBy) => {
    const page = await openOn(wrongBy);
    expect(page.serverNow(), 'the page has no answer yet').toBe(page.server() + wrongBy);
    const stop = page.$today.listen(() => undefined);
    onTestFinished(stop);
    page.ask(200);
    expect(page.serverNow()).toBe(page.server());
    expect(
      Math.abs(page.$now.get() - page.server()),
      'the shown time is corrected at once',
    ).toBeLessThan(1000);
    expect(page.$today.get(), 'a minute before midnight in India').toBe('2026-11-26');
    vi.setSystemTime(serverStart - 300 * minute);
    vi.advanceTimersByTime(2 * minute);
    expect(page.$now.get(), 'the device’s clock was set back').toBeCloseTo(page.server(), -4);
    expect(page.$jumps.get(), 'the page notices the jump and asks again').toBe(1);
    expect(page.$today.get(), 'a minute after midnight in India').toBe('2026-11-27');
  },
);

test('§12.45 a slow reply corrects the page’s time only if the two contradict each other', async () => {
  const page = await openOn(60 * minute);
  page.ask(50);
  page.ask(4000, 0);
  page.ask(0, 4000);
  expect(page.serverNow()).toBe(page.server());
  page.learnTime(performance.now() - 100, { now: new Date(page.server() + 5000).toISOString() });
  expect(page.serverNow() - page.server()).toBe(5050);
});

test('§12.45 a reply without a readable time does not change the page’s time', async () => {
  const page = await openOn(0);
  for (const answer of [null, [], 'now', { now: 'noon' }]) page.learnTime(0, answer);
  expect(page.serverNow()).toBe(page.server());
});

import { budgets, type Weight } from '../../bench/budgets.ts';
import { intents } from '../../bench/intents.ts';
import { weigh, weighIntent } from '../../bench/weigh.ts';
import { failedRequest } from './support/faults.ts';
import { fullBrowser } from './support/full-browser.ts';
import { becomeMember } from './support/members.ts';
import { stack } from './support/stack.ts';
import { expect, test } from './support/test.ts';

test.use({ launchOptions: fullBrowser });

// Lighthouse uses this window for its phone.
test.use({ viewport: { width: 412, height: 823 } });

for (const who of ['visitor', 'member'] as const) {
  test(`no page exceeds its weight budget for a ${who}`, async ({ page }) => {
    const line = await page.context().newCDPSession(page);
    if (who === 'member') await becomeMember(page);
    for (const { path, limits } of budgets.filter(({ visitor }) => visitor === who)) {
      await line.send('Network.clearBrowserCache');
      const { weight, files } = await weigh(page, path);
      const list = files.map(({ kind, bytes, url }) => `${kind} ${bytes} B ${url}`).join('\n');
      for (const [kind, limit] of Object.entries(limits)) {
        // Object.entries types the keys as strings.
        const actual = weight[kind as keyof Weight];
        expect
          .soft(
            actual,
            `${kind} of ${path}, limited in bench/budgets.ts; the page loads\n${list}\n`,
          )
          .toBeLessThanOrEqual(limit);
      }
    }
  });
}

test.describe('loading scripts late', () => {
  // The login fails, because the account does not exist.
  test.use({ expectedConsole: [failedRequest('/auth/v1/token')] });

  for (const intent of intents) {
    const { name, path, limit } = intent;
    test(`${name} (${path}) loads no more scripts than its budget`, async ({ page }) => {
      const { kib, files } = await weighIntent(page, stack.site, intent);
      const list = files.join('\n');
      expect(files, 'the part loads a script late').not.toEqual([]);
      expect(kib, `${name}, limited in bench/intents.ts, loads\n${list}\n`).toBeLessThanOrEqual(
        limit,
      );
    });
  }
});

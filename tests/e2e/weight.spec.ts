import { budgets, type Weight } from '../../bench/budgets.ts';
import { becomeMember } from './support/members.ts';
import { expect, test } from './support/test.ts';
import { weigh } from '../../bench/weigh.ts';

// The phone that Lighthouse measures with.
test.use({ viewport: { width: 412, height: 823 } });

for (const { path, visitor, limits } of budgets) {
  test(`${path} weighs no more than its budget for a ${visitor}`, async ({ page }) => {
    if (visitor === 'member') await becomeMember(page);
    const { weight, files } = await weigh(page, path);
    const list = files.map(({ kind, bytes, url }) => `${kind} ${bytes} B ${url}`).join('\n');
    for (const [kind, limit] of Object.entries(limits)) {
      // The keys of a budget are the keys of a weight.
      const actual = weight[kind as keyof Weight];
      expect(
        actual,
        `${kind} of ${path} (bench/budgets.ts), which loads\n${list}\n`,
      ).toBeLessThanOrEqual(limit);
    }
  });
}

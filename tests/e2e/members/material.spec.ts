import { storageKeys } from '../../../src/lib/storage-keys.ts';
import { becomeMember, keptKeys } from '../support/members.ts';
import { addPack } from '../support/sessions.ts';
import { editor } from '../support/stack.ts';
import { expect, logOut, test } from '../support/test.ts';

test.use({ isOldest: true, isTranslated: true });

const path = '/dashboard/material';

/** Adds a text with a unique title, because other tests add texts too. */
async function addText(kind: string, body: string) {
  const title = `Text ${crypto.randomUUID().slice(0, 8)}`;
  await editor('select operations.put_material($1, $2, $3)', kind, title, body);
  return title;
}

const long = 'A sentence that fills the page. '.repeat(60);

test('§18.16 a member with a pack searches for a heading, reads and prints the text, and continues there later @phone-only', async ({
  page,
}) => {
  const member = await becomeMember(page);
  await addPack(member.id);
  const word = `Fr\u00e9ight${crypto.randomUUID().slice(0, 8)}`;
  const body = `# Start\n\n${long}\n\n## ${word} rates\n\n${long}\n\n<b onclick="x()">raw</b> [bad](javascript:alert(1)) [good](/buy)\n\n# End\n\n${long}`;
  const title = await addText('transcript', body);
  // The search appears from eight texts on.
  for (let count = 1; count < 8; count += 1) await addText('cv', long);
  await page.clock.install();
  await page.goto(path);
  const article = page.getByRole('article');
  await page.getByRole('link', { name: title }).click();
  await expect(page).toHaveURL(/\?text=\d+$/);
  await expect(article.getByRole('heading', { level: 2 })).toHaveText(title);
  const introduction = page.getByText(/^Transcripts of real interviews/);
  await expect(introduction, '§18.61').toBeHidden();
  await expect(article).toContainText('<b onclick="x()">raw</b>');
  await expect(article.getByRole('link', { name: 'good' })).toHaveAttribute('href', '/buy');
  await expect(article.getByText('bad', { exact: true })).toBeVisible();
  await expect(article.getByRole('link', { name: 'bad' })).toHaveCount(0);

  await page.goBack();
  await expect(page.getByRole('link', { name: title }), '§18.91').toBeVisible();
  await expect(introduction).toBeVisible();
  const search = page.getByRole('searchbox', { name: 'Search all texts' });
  await search.fill(`${word.toUpperCase().replace('\u00c9', 'e')} RATES sentence`);
  await page.getByRole('link', { name: `${word} rates` }).click();
  const heading = article.getByRole('heading', { name: `${word} rates` });
  await expect(heading).toBeInViewport();
  await expect(heading).toBeFocused();
  expect((await keptKeys(page)).local).toContain(storageKeys.readingPlace);

  // A tab that becomes visible again loads the texts again, and the reader must keep their place.
  await page.clock.fastForward(5_000);
  const more = `${body}\n\nA line that is new.`;
  await editor(
    'select operations.put_material($1, $2, $3, replaces => true)',
    'transcript',
    title,
    more,
  );
  await page.evaluate(() =>
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
  );
  await expect(article).toContainText('A line that is new.');
  await expect(heading).toBeFocused();

  await page.goto(path);
  await page.getByRole('link', { name: `Continue at ‘${word} rates’` }).click();
  await expect(heading).toBeInViewport();
  await page.reload();
  await expect(heading, 'the address leads to the heading').toBeFocused();

  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('link', { name: 'All texts' })).toBeHidden();
  await expect(heading).toBeVisible();
  await page.emulateMedia({ media: 'screen' });

  await logOut(page);
  expect((await keptKeys(page)).local).not.toContain(storageKeys.readingPlace);
});

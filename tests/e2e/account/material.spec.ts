import { storageKeys } from '../../../src/lib/storage-keys.ts';
import { answerWith, failedRequest } from '../support/faults.ts';
import { becomeMember, keptKeys } from '../support/members.ts';
import { addPack, editor } from '../support/sessions.ts';
import { expect, logOut, test } from '../support/test.ts';

const path = '/dashboard/material';

/** Adds a text whose words no other test has. */
async function addText(kind: string, body: string) {
  const title = `Text ${crypto.randomUUID().slice(0, 8)}`;
  await editor('select operations.put_material($1, $2, $3)', kind, title, body);
  return title;
}

const long = 'A sentence that fills the page. '.repeat(60);

test('§18.16 a member with a pack finds a heading, reads, prints and goes on reading later @phone', async ({
  page,
}) => {
  const member = await becomeMember(page);
  await addPack(member.id);
  const word = `Fr\u00e9ight${crypto.randomUUID().slice(0, 8)}`;
  const body = `# Start\n\n${long}\n\n## ${word} rates\n\n${long}\n\n<b onclick="x()">raw</b> [bad](javascript:alert(1)) [good](/buy)\n\n# End\n\n${long}`;
  const title = await addText('transcript', body);
  await page.clock.install();
  await page.goto(path);
  const article = page.getByRole('article');
  await page.getByRole('button', { name: title }).click();
  await expect(article.getByRole('heading', { level: 2 })).toHaveText(title);
  await expect(article.getByRole('heading', { level: 2 })).toBeFocused();
  await expect(article).toContainText('<b onclick="x()">raw</b>');
  await expect(article.getByRole('link', { name: 'good' })).toHaveAttribute('href', '/buy');
  await expect(article.getByText('bad', { exact: true })).toBeVisible();
  await expect(article.getByRole('link', { name: 'bad' })).toHaveCount(0);

  const search = page.getByRole('searchbox', { name: 'Search the headings' });
  await search.fill('nothing at all');
  await expect(page.getByRole('status').filter({ hasText: 'No heading has' })).toBeVisible();
  await search.fill(word.toUpperCase().replace('\u00c9', 'e'));
  await page.getByRole('button', { name: `${word} rates` }).click();
  const heading = article.getByRole('heading', { name: `${word} rates` });
  await expect(heading).toBeInViewport();
  await expect(heading).toBeFocused();
  expect((await keptKeys(page)).local).toContain(storageKeys.readingPlace);

  // A tab that becomes visible again loads the texts again, and the reader stays where the reader is.
  await search.evaluate((field) => field.focus({ preventScroll: true }));
  await page.clock.fastForward(5_000);
  const more = `${body}\n\nA line that is new.`;
  await editor('select operations.put_material($1, $2, $3)', 'transcript', title, more);
  await page.evaluate(() =>
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
  );
  await expect(article).toContainText('A line that is new.');
  await expect(search).toBeFocused();

  await page.reload();
  await page.getByRole('button', { name: `Go on at ‘${word} rates’` }).click();
  await expect(heading).toBeInViewport();

  await page.emulateMedia({ media: 'print' });
  await expect(search).toBeHidden();
  await expect(heading).toBeVisible();
  await page.emulateMedia({ media: 'screen' });

  await logOut(page);
  expect((await keptKeys(page)).local).not.toContain(storageKeys.readingPlace);
});

test('§18.59 without a pack the room says how to get in', async ({ page }) => {
  await becomeMember(page);
  await page.goto(path);
  await expect(page.getByText('The room opens with your first pack')).toBeVisible();
  await expect(page.getByRole('link', { name: 'See the packs' })).toHaveAttribute(
    'href',
    '/dashboard/main#packs',
  );
});

test('§18.59 an empty room says so', async ({ page }) => {
  await becomeMember(page);
  await answerWith(page, '**/rest/v1/rpc/my_material', 200, { has_pack: true, items: [] });
  await page.goto(path);
  await expect(page.getByText('Nothing is here yet')).toBeVisible();
});

test.describe('while nothing answers', () => {
  test.use({ expectedConsole: [failedRequest('/rest/v1/rpc/my_material')] });

  test('§18.59 the room says so, and opens when it is asked again', async ({ page, context }) => {
    const member = await becomeMember(page);
    await addPack(member.id);
    const title = await addText('cv', 'Hello');
    await answerWith(page, '**/rest/v1/rpc/my_material', 503, {}, 1);
    await page.goto(path);
    await expect(page.getByRole('alert').filter({ hasText: 'could not be opened' })).toBeVisible();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('button', { name: title })).toBeVisible();
    await context.setOffline(true);
    await expect(page.getByRole('status').filter({ hasText: 'offline' })).toBeVisible();
    await expect(page.getByRole('button', { name: title })).toBeVisible();
    await context.setOffline(false);
  });
});

test('§18.15 the dashboard shows the community where there is one @phone', async ({ page }) => {
  await becomeMember(page);
  await page.goto('/dashboard/main');
  await expect(page.getByRole('heading', { name: 'MBA Loan' })).toBeVisible();
  await page.getByRole('heading', { name: 'MBA Loan' }).scrollIntoViewIfNeeded();
  await expect(page.getByRole('heading', { name: 'Community' })).toHaveCount(0);
  const row = {
    name: 'Circle chat',
    text: 'Ask.',
    url: 'https://chat.example.com/',
    is_sample: true,
  };
  await page.route('**/rest/v1/community_links*', (route) => route.fulfill({ json: [row] }));
  await page.reload();
  await page.getByRole('heading', { name: 'MBA Loan' }).scrollIntoViewIfNeeded();
  await expect(page.getByRole('heading', { name: 'Community' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Circle chat \(sample\)/ })).toHaveAttribute(
    'href',
    'https://chat.example.com/',
  );
});

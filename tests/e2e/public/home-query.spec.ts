import { scrollThrough } from '../support/page.ts';
import { database } from '../support/stack.ts';
import { expect, test } from '../support/test.ts';

const endpoint = '**/rest/v1/home?*';
const failure = 'home data couldnot be loaded';

// The browser logs every failure that a test causes.
test.use({ expectedConsole: [/Failed to load resource.*\/rest\/v1\/home/] });

test('R2 a picture changes in place when its row has changed, and one query serves every picture', async ({
  page,
}) => {
  const seeded = await database.from('home').select('imagename, imageurl').throwOnError();
  const changed = new Map([
    ['moneysave_1', '/home/trustus_1.svg'],
    ['benefits_1', '/home/not-there.svg'],
  ]);
  const answers: unknown[] = [];
  await page.route(endpoint, async (route) => {
    const rows = (await (await route.fetch()).json()) as typeof seeded.data;
    answers.push(rows);
    const json = rows
      .filter(({ imagename }) => imagename !== 'benefits_2')
      .map((row) => ({ ...row, imageurl: changed.get(row.imagename) ?? row.imageurl }));
    await route.fulfill({ json });
  });
  await page.route('**/home/not-there.svg', (route) => route.fulfill({ body: 'no picture' }));
  await page.goto('/');
  const picture = (name: string) => page.locator(`[data-home-image="${name}"]`);
  await expect(picture('moneysave_1')).toHaveAttribute('src', '/home/moneysave_1.svg');
  expect(answers, 'nothing is requested on load').toEqual([]);
  const tried = page.waitForResponse('**/home/not-there.svg');
  await scrollThrough(page);
  await expect(picture('moneysave_1')).toHaveAttribute('src', /\/home\/trustus_1\.svg$/);
  await expect(picture('footer_logo')).toHaveAttribute('src', '/home/footer_logo.svg');
  await tried;
  await expect(picture('benefits_1'), 'the new file is not a picture').toHaveAttribute(
    'src',
    '/home/benefits_1.svg',
  );
  await expect(picture('benefits_2'), 'the picture’s row is missing').toHaveAttribute(
    'src',
    '/home/benefits_2.svg',
  );
  await expect(page.getByText(failure)).toHaveCount(0);
  expect(answers, 'one query serves every picture').toEqual([
    expect.arrayContaining(seeded.data.map((row) => expect.objectContaining(row))),
  ]);
});

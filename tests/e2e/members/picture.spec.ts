import type { Page } from 'playwright/test';
import { failedRequest } from '../support/faults.ts';
import { becomeMember, openProfile } from '../support/members.ts';
import { largePhoto, pictureFile, png } from '../support/pictures.ts';
import { database } from '../support/stack.ts';
import { expect, test } from '../support/test.ts';

test.use({
  isOldest: true,
  isTranslated: true,
  expectedConsole: [failedRequest('/storage/v1/', '/rest/v1/profiles')],
});

const update = { name: 'Update', exact: true };

async function pictureOf(id: string): Promise<string> {
  const rows = database.from('profiles').select('profileimage').eq('id', id);
  return (await rows.single().throwOnError()).data.profileimage;
}

const shown = (page: Page) => page.getByRole('img', { name: 'Your profile picture' });
const inMenu = (page: Page) => page.getByRole('button', { name: 'Account menu' }).locator('img');

test('§7.8 §7.11 S5 S11 S12 S13 the profile is saved before the picture uploads, and the old picture is deleted afterwards', async ({
  page,
}) => {
  const member = await becomeMember(page);
  await openProfile(page);
  const calls: string[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (response.request().method() !== 'GET' && /profiles|storage(?!.*\/list\/)/.test(pathname)) {
      calls.push(`${response.request().method()} ${pathname.split('/')[1] ?? ''}`);
    }
  });
  const input = page.getByLabel('Profile picture', { exact: true });
  await input.focus();
  await expect(input, 'the keyboard reaches it').toBeFocused();
  const name = `\u202E"><img src=x onerror=alert(1)>${'x'.repeat(150)}.png`;
  await input.setInputFiles(pictureFile(png({ text: '19.0760N 72.8777E' }), name));
  await page.getByRole('button', update).click();
  await expect(page.getByText('updated successfully')).toBeVisible();
  expect(calls.slice(0, 2)).toEqual(['PATCH rest', 'POST storage']);

  const first = await pictureOf(member.id);
  expect(first).toMatch(
    new RegExp(`/object/public/profileimages/${member.id}/[0-9a-f]{32}\\.png$`),
  );
  await expect(shown(page)).toHaveAttribute('src', first);
  await expect(inMenu(page)).toHaveAttribute('src', first);
  const stored = await page.request.get(first);
  expect(stored.headers()['content-type']).toBe('image/png');
  expect((await stored.body()).toString('latin1')).not.toContain('72.8777E');

  await page.reload();
  await expect(page.getByLabel('First Name')).toBeEditable();

  await test.step('§7.16 §7.20 a small file with many pixels and no type is scaled down', async () => {
    const plain = png({ width: 6000, height: 6000 });
    expect(plain.length).toBeLessThan(204_800);
    await input.setInputFiles(pictureFile(plain, 'plain', ''));
    const size = () =>
      shown(page).evaluate(({ naturalWidth, naturalHeight }: HTMLImageElement) => [
        naturalWidth,
        naturalHeight,
      ]);
    await expect.poll(size).toEqual([1024, 1024]);
  });

  await test.step('§7.16 a phone’s photo replaces the picture, scaled down and upright', async () => {
    const photo = await largePhoto(page);
    expect(photo.length).toBeGreaterThan(204_800);
    await input.setInputFiles(pictureFile(photo, 'photo.jpg', 'image/jpeg'));
    await expect(shown(page)).toHaveAttribute('src', /^data:image\/jpeg/);
    const deleted = page.waitForResponse((response) => response.request().method() === 'DELETE');
    await page.getByRole('button', update).click();
    expect((await deleted).status()).toBe(200);
    const second = await pictureOf(member.id);
    expect(second).toMatch(/\.jpg$/);
    await expect(inMenu(page)).toHaveAttribute('src', second);
    const { data: files } = await database.storage.from('profileimages').list(member.id);
    expect(files?.map((file) => file.name.split('/').at(-1))).toEqual([second.split('/').at(-1)]);
    const body = await (await page.request.get(second)).body();
    expect(body.length).toBeLessThanOrEqual(204_800);
    // The profile is saved before the browser has drawn the picture.
    const isUpright = () =>
      shown(page).evaluate(
        ({ naturalWidth, naturalHeight }: HTMLImageElement) =>
          Math.abs(naturalHeight / naturalWidth - 4 / 3) < 0.01,
      );
    await expect.poll(isUpright, 'upright').toBe(true);
  });
});

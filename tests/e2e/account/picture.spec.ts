import type { Page } from 'playwright/test';
import { answerWith, failedRequest, holdBack } from '../support/faults.ts';
import { becomeMember } from '../support/members.ts';
import { pictureFile, png } from '../support/pictures.ts';
import { database, stack } from '../support/stack.ts';
import { expect, test } from '../support/test.ts';

test.use({ expectedConsole: [failedRequest('/storage/v1/', '/rest/v1/profiles')] });

const uploads = '**/storage/v1/object/profileimages/**';
const tooLarge = 'File size should be less than 300kb';
const wrongType = 'Invalid file type. Please upload an image (JPEG, PNG, GIF)';
const defaultAvatar = /^data:image\/svg\+xml/;
const update = { name: 'Update', exact: true };

async function openProfile(page: Page): Promise<void> {
  await page.goto('/dashboard/profile');
  await expect(page.getByLabel('First Name')).toBeEditable();
}

async function pictureOf(id: string): Promise<string> {
  const { data } = await database
    .from('profiles')
    .select('profileimage')
    .eq('id', id)
    .single()
    .throwOnError();
  return data.profileimage;
}

/** Has the page read slow.png only once the returned function is called, and never gone.png. */
async function slowDisk(page: Page): Promise<() => Promise<unknown>> {
  await page.addInitScript(() => {
    const released = new Promise((resolve) => addEventListener('release', resolve, { once: true }));
    File.prototype.arrayBuffer = async function (this: File) {
      if (this.name === 'slow.png') await released;
      if (this.name === 'gone.png') throw new DOMException('gone', 'NotFoundError');
      return Blob.prototype.arrayBuffer.call(this);
    };
  });
  return () => page.evaluate(() => dispatchEvent(new Event('release')));
}

const shown = (page: Page) => page.getByRole('img', { name: 'Your profile picture' });
const inMenu = (page: Page) => page.getByRole('button', { name: 'Account menu' }).locator('img');

test('§7.5 S1 S2 S3 S4 a file is checked for size, type, content and dimensions @phone', async ({
  page,
}) => {
  await becomeMember(page);
  await openProfile(page);
  const input = page.getByLabel('Profile picture');
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
  for (const [file, message] of [
    [pictureFile(png({ size: 204_801 })), tooLarge],
    [pictureFile(Buffer.alloc(204_801), 'me.svg', 'image/svg+xml'), tooLarge],
    [pictureFile(svg, 'me.svg', 'image/svg+xml'), wrongType],
    [pictureFile(Buffer.from('<script>alert(1)</script>')), wrongType],
    [pictureFile(Buffer.alloc(0)), wrongType],
    [pictureFile(png({ width: 4097, height: 1 })), /at most 4096 by 4096 pixels/],
  ] as const) {
    await input.setInputFiles(file);
    await expect(input).toHaveAccessibleDescription(
      typeof message === 'string' ? new RegExp(`^${RegExp.escape(message)}`) : message,
    );
    await expect(page.getByRole('alert').filter({ hasText: message })).toBeVisible();
    await expect(shown(page)).toHaveAttribute('src', defaultAvatar);
  }
  await input.setInputFiles(pictureFile(png({ size: 204_800 })));
  await expect(shown(page)).toHaveAttribute('src', /^data:image\/png/);
  await expect(page.getByText(tooLarge)).toBeHidden();
});

test('§7.14 a refused picture is kept until it is answered', async ({ page }) => {
  const member = await becomeMember(page);
  await openProfile(page);
  const input = page.getByLabel('Profile picture');
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') sent.push(request.url());
  });
  await page.getByLabel('First Name').fill('Usha');
  await input.setInputFiles(pictureFile(png({ size: 204_801 })));
  await expect(page.getByText(tooLarge)).toBeVisible();
  await page.getByRole('button', update).click();
  await expect(input).toBeFocused();
  await expect(page.getByText(tooLarge)).toBeVisible();
  await expect(page.getByText('updated successfully')).toBeHidden();
  expect(sent).toEqual([]);

  await page.getByRole('button', { name: 'Go on without it' }).click();
  await expect(page.getByText(tooLarge)).toBeHidden();
  await page.getByRole('button', update).click();
  await expect(page.getByText('updated successfully')).toBeVisible();
  await expect(page.getByLabel('First Name')).toHaveValue('Usha');
  expect(await pictureOf(member.id)).toBe('');
});

test('§7.15 the picture chosen last is shown and saved, however long an earlier one takes', async ({
  page,
}) => {
  const release = await slowDisk(page);
  const member = await becomeMember(page);
  await openProfile(page);
  const input = page.getByLabel('Profile picture');
  const unreadable = 'This file could not be read.';

  await input.setInputFiles(pictureFile(png(), 'gone.png'));
  await expect(page.getByRole('alert').filter({ hasText: unreadable })).toBeVisible();
  await input.setInputFiles(pictureFile(png(), 'slow.png'));
  await input.setInputFiles(pictureFile(png({ width: 32 }), 'last.png'));
  await expect(page.getByText('last.png')).toBeVisible();
  await expect(page.getByText(unreadable)).toBeHidden();
  const preview = await shown(page).getAttribute('src');
  await release();
  await expect(page.getByText('slow.png')).toBeHidden();
  await expect(shown(page)).toHaveAttribute('src', preview ?? '');

  await page.getByRole('button', update).click();
  await expect(page.getByText('updated successfully')).toBeVisible();
  const stored = await page.request.get(await pictureOf(member.id));
  expect(await stored.body()).toEqual(png({ width: 32 }));
});

test('§7.15 Update waits for the check of a picture', async ({ page }) => {
  const release = await slowDisk(page);
  const member = await becomeMember(page);
  await openProfile(page);
  await page.getByLabel('Profile picture').setInputFiles(pictureFile(png(), 'slow.png'));
  await page.getByRole('button', update).click();
  await expect(page.getByRole('button', { name: 'updating..' })).toBeVisible();
  await release();
  await expect(page.getByText('updated successfully')).toBeVisible();
  expect(await pictureOf(member.id)).not.toBe('');
});

test('§7.8 §7.11 S5 S11 S12 S13 the row is written before the picture, and the old picture is deleted', async ({
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
  const release = await holdBack(page, uploads);
  const input = page.getByLabel('Profile picture');
  const name = `\u202E"><img src=x onerror=alert(1)>${'x'.repeat(150)}.png`;
  await input.setInputFiles(pictureFile(png({ text: '19.0760N 72.8777E' }), name));
  await expect(page.getByText('"><img src=x onerror=alert(1)>')).toBeVisible();
  await page.getByRole('button', update).click();
  await expect(page.getByRole('status').getByText('Uploading your picture')).toBeVisible();
  await expect(page.getByRole('progressbar')).toBeVisible();
  await expect(inMenu(page)).toHaveAttribute('src', defaultAvatar);
  release();
  await expect(page.getByText('updated successfully')).toBeVisible();
  expect(calls.slice(0, 2)).toEqual(['PATCH rest', 'POST storage']);

  const first = await pictureOf(member.id);
  const path = new RegExp(`/object/public/profileimages/${member.id}/[0-9a-f]{32}\\.png$`);
  expect(first).toMatch(path);
  await expect(shown(page)).toHaveAttribute('src', first);
  await expect(inMenu(page)).toHaveAttribute('src', first);
  const stored = await page.request.get(first);
  expect(stored.headers()['content-type']).toBe('image/png');
  expect((await stored.body()).toString('latin1')).not.toContain('72.8777E');

  const deleted = page.waitForResponse((response) => response.request().method() === 'DELETE');
  await input.setInputFiles(pictureFile(png({ width: 32 })));
  await page.getByRole('button', update).click();
  expect((await deleted).status()).toBe(200);
  const second = await pictureOf(member.id);
  expect(second).toMatch(path);
  expect(second).not.toBe(first);
  const { data: files } = await database.storage.from('profileimages').list(member.id);
  expect(files?.map((file) => file.name.split('/').at(-1))).toEqual([second.split('/').at(-1)]);

  await page.reload();
  await expect(inMenu(page)).toHaveAttribute('src', second);
});

test('§7.9 S10 a failed upload is reported and the picture is cleared', async ({ page }) => {
  const member = await becomeMember(page);
  await openProfile(page);
  await answerWith(page, uploads, 500, { message: 'no' });
  await page.getByLabel('First Name').fill('Usha');
  await page.getByLabel('Profile picture').setInputFiles(pictureFile(png()));
  await page.getByRole('button', update).click();
  await expect(page.locator('#toasts').getByText('couldnot upload image')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveText('couldnot upload image');
  await expect(page.getByText('updated successfully')).toBeHidden();
  await expect(shown(page)).toHaveAttribute('src', defaultAvatar);
  expect(await pictureOf(member.id)).toBe('');
  await expect(page.getByLabel('First Name'), 'the details are saved').toHaveValue('Usha');

  await page.unroute(uploads);
  await page.getByLabel('Profile picture').setInputFiles(pictureFile(png()));
  await page.getByRole('button', update).click();
  await expect(page.getByText('updated successfully')).toBeVisible();
});

test('S10 nothing is uploaded when the row cannot be written', async ({ page }) => {
  await becomeMember(page);
  await openProfile(page);
  let uploaded = false;
  await page.route(uploads, (route) => {
    uploaded = true;
    return route.continue();
  });
  await page.route('**/rest/v1/profiles*', (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 503, json: { message: 'no' } })
      : route.continue(),
  );
  await page.getByLabel('Profile picture').setInputFiles(pictureFile(png()));
  await page.getByRole('button', update).click();
  await expect(page.getByRole('alert')).toHaveText('Not able to update');
  await expect(shown(page), 'the choice is kept for the next try').toHaveAttribute('src', /^data:/);
  expect(uploaded).toBe(false);
});

test('a removed picture is deleted from the row and from storage', async ({ page }) => {
  const member = await becomeMember(page);
  await openProfile(page);
  await page.getByLabel('Profile picture').setInputFiles(pictureFile(png()));
  await page.getByRole('button', { name: 'Remove picture' }).click();
  await expect(shown(page)).toHaveAttribute('src', defaultAvatar);
  await page.getByLabel('Profile picture').setInputFiles(pictureFile(png()));
  await page.getByRole('button', update).click();
  await expect(inMenu(page)).toHaveAttribute('src', new RegExp(stack.backend));

  const deleted = page.waitForResponse((response) => response.request().method() === 'DELETE');
  await page.getByRole('button', { name: 'Remove picture' }).click();
  await page.getByRole('button', update).click();
  await deleted;
  await expect(inMenu(page)).toHaveAttribute('src', defaultAvatar);
  expect(await pictureOf(member.id)).toBe('');
  const { data: files } = await database.storage.from('profileimages').list(member.id);
  expect(files).toEqual([]);
});

test('§7.13 D9 a picture on another host is not asked for', async ({ page }) => {
  const member = await becomeMember(page);
  const profileimage = `https://evil.example/storage/v1/object/public/profileimages/${member.id}/a.png`;
  await database.from('profiles').update({ profileimage }).eq('id', member.id).throwOnError();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).hostname));
  await openProfile(page);
  await expect(inMenu(page)).toHaveAttribute('src', defaultAvatar);
  await expect(shown(page)).toHaveAttribute('src', defaultAvatar);
  expect(asked).not.toContain('evil.example');
});

test('a missing picture shows as the default avatar', async ({ page }) => {
  const member = await becomeMember(page);
  const profileimage = `${stack.backend}/storage/v1/object/public/profileimages/${member.id}/gone.png`;
  await database.from('profiles').update({ profileimage }).eq('id', member.id).throwOnError();
  await openProfile(page);
  await expect(inMenu(page)).toHaveAttribute('src', defaultAvatar);
  await expect(shown(page)).toHaveAttribute('src', defaultAvatar);
});

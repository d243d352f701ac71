import { axeFindings, scrollThrough } from '../support/page.ts';
import { expect, test } from '../support/test.ts';

const player = 'https://www.youtube-nocookie.com/embed/';

test('§3.13 the video loads only when a visitor presses play', async ({ page }) => {
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (!/^(https?:\/\/(localhost|127\.0\.0\.1)|data:)/.test(request.url())) {
      foreign.push(request.url());
    }
  });
  await page.route(`${player}**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Player</title>' }),
  );
  await page.goto('/');
  const video = page.getByRole('region', { name: 'Hear it from people who have been there' });
  await video.scrollIntoViewIfNeeded();
  await expect(page.locator('#podcast')).toBeVisible();
  expect(foreign).toEqual([]);

  await video.getByRole('link', { name: 'Play video' }).click();
  const frame = video.locator('iframe');
  await expect(frame).toHaveAttribute('src', new RegExp(`^${player}[\\w-]{11}\\?`));
  await expect(frame).toHaveAttribute('title', /\S/);
  await expect(frame).toBeFocused();
  await expect.poll(() => foreign).toHaveLength(1);
  expect(await axeFindings(page)).toEqual([]);
});

test('while the visitor is offline, the video’s poster stays and a message appears', async ({
  page,
  context,
}) => {
  await page.goto('/');
  const video = page.getByRole('region', { name: 'Hear it from people who have been there' });
  await scrollThrough(page);
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await video.getByRole('link', { name: 'Play video' }).click();
  await expect(video.getByRole('status')).toHaveText(/^You appear to be offline\./);
  await expect(video.locator('iframe')).toHaveCount(0);
  await context.setOffline(false);
});

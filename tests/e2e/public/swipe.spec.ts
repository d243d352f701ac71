import { stories } from '../support/content.ts';
import { expect, test } from '../support/test.ts';

test.use({ viewport: { width: 360, height: 780 }, hasTouch: true });

test('a swipe moves the carousel by one card', async ({ page }) => {
  await page.goto('/');
  const section = page.locator('#testimonials');
  await section.scrollIntoViewIfNeeded();
  await expect(section.getByRole('button', { name: 'Next' })).toBeVisible();
  const story = (place: number) =>
    section.getByRole('heading', { name: stories[place]?.name, level: 3 });
  await story(0).scrollIntoViewIfNeeded();
  const place = await story(0).boundingBox();
  if (!place) throw new Error('The first story is not on the page.');

  const y = place.y + place.height / 2;
  const touches = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
    touches.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: x === undefined ? [] : [{ x, y }],
    });
  // Left of the chat button.
  await touch('touchStart', 250);
  for (const x of [230, 200, 150, 100, 40]) await touch('touchMove', x);
  await touch('touchEnd');
  await expect(story(1)).toBeInViewport({ ratio: 0.9 });
  await expect(story(0)).not.toBeInViewport();
});

import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from 'playwright/test';

/** What this browser shows for a system colour, such as ‘CanvasText’ (§12.51). */
export const systemColour = (page: Page, name: string) =>
  page.evaluate((colour) => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = colour;
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  }, name);

/** The page’s axe violations in its current state, one on each line. */
export async function axeFindings(page: Page): Promise<string[]> {
  const { violations, incomplete } = await new AxeBuilder({ page })
    // Legacy mode avoids a second page, which only findings from several frames need.
    .options({ resultTypes: ['violations', 'incomplete'] })
    .setLegacyMode(page.frames().length === 1)
    .analyze();
  // Text in the colour of its background is not a violation for axe, which takes it for hidden on purpose. With forced
  // colors, axe compares the page's own text color with the browser's background.
  const forced = await page.evaluate(() => matchMedia('(forced-colors: active)').matches);
  const unseen = (forced ? [] : incomplete).map(({ nodes, ...rule }) => ({
    ...rule,
    nodes: nodes.filter(({ any }) => JSON.stringify(any).includes('"equalRatio"')),
  }));
  return [...violations, ...unseen].flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary ?? ''}`),
  );
}

/** Sizes with different layouts: a phone and a desktop. */
export const sizes = [
  { width: 360, height: 780 },
  { width: 1280, height: 900 },
];

/** Expects no axe violation and no sideways scrolling in this state, at both sizes. */
export async function expectAccessible(page: Page, state: string): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size);
    const at = `${state} at ${size.width} px`;
    expect.soft(await axeFindings(page), at).toEqual([]);
    const { content, viewport } = await page.evaluate(measure);
    expect.soft(content, at).toBeLessThanOrEqual(viewport);
  }
}

/** The widths of the page’s content, of its fixed bar’s content and of the window. */
function measure() {
  const { scrollWidth, clientWidth } = document.documentElement;
  const inBar = [...document.querySelectorAll('header a, header button')].map((control) =>
    control.checkVisibility() ? control.getBoundingClientRect().right : 0,
  );
  return { content: Math.max(scrollWidth, ...inBar), viewport: clientWidth };
}

const wcagSpacing = `* {
  line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important;
}
p { margin-bottom: 2em !important; }`;

/** Sets the text spacing that WCAG 1.4.12 lets a reader choose, in a way that the content policy allows. */
async function widenText(page: Page): Promise<void> {
  await page.evaluate((css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets.push(sheet);
  }, wcagSpacing);
}

/**
 * The widths that a page has to fit (§13.10). At 1030 px the dashboard’s columns are narrowest, and 308 px are left of
 * 320 px beside a scrollbar.
 */
const widths = [1920, 1280, 1030, 1024, 768, 360, 308];

/** The window of a 1280 × 1024 px screen at a zoom of 400%. */
export const zoomedIn = { width: 320, height: 256 };

/** What stays in view while the page scrolls, except dialogs, toasts and an open menu’s content. */
function stuck(): string[] {
  return [...document.querySelectorAll('body *')].flatMap((element) => {
    const { position, top, bottom, visibility } = getComputedStyle(element);
    const stays =
      position === 'fixed' || (position === 'sticky' && `${top}${bottom}` !== 'autoauto');
    if (!stays || visibility !== 'visible' || element.getClientRects().length === 0) return [];
    return element.closest('dialog, .toasts, .account-menu-overlay') ? [] : [element.outerHTML];
  });
}

/**
 * Fails when the page is wider than its window at one of the widths, with larger text (§13.10). Wider spacing never
 * makes a page narrower, so a page that fits with wide spacing fits without. In a window of 256 px
 * nothing may stay in view, because it would cover the element with the focus (§12.53).
 */
export async function expectToFit(page: Page): Promise<void> {
  await widenText(page);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    const { content, viewport } = await page.evaluate(measure);
    expect.soft(content, `${page.url()} at ${width} px`).toBeLessThanOrEqual(viewport);
  }
  await page.setViewportSize(zoomedIn);
  expect.soft(await page.evaluate(stuck), `${page.url()} at 400 %`).toEqual([]);
  await page.setViewportSize({ width: zoomedIn.width, height: 800 });
}

/** Scrolls through the whole page, so that every lazy part loads. */
export async function scrollThrough(page: Page): Promise<void> {
  const { height = 800 } = page.viewportSize() ?? {};
  const whole = await page.evaluate(() => document.documentElement.scrollHeight);
  for (let top = 0; top < whole; top += height / 2) {
    await page.evaluate((to) => {
      scrollTo({ top: to, behavior: 'instant' });
      // A headless browser sometimes paints no frame until something else requests one.
      return new Promise((resolve) => {
        requestAnimationFrame(resolve);
        setTimeout(resolve, 200);
      });
    }, top);
  }
}

/** Expects that the page prints on this many sheets, in Chromium only: other browsers need a printer. */
export async function expectSheets(page: Page, count: number, what: string): Promise<void> {
  if (page.context().browser()?.browserType().name() !== 'chromium') return;
  const sheets = (await page.pdf()).toString('latin1').match(/\/Type \/Page\b/g);
  expect(sheets, what).toHaveLength(count);
}

/** Adds up the layout shift of pages opened from now on; resolves to a function that reads it. */
export async function watchShift(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const moved = { shift: 0 };
    Object.assign(globalThis, { moved });
    new PerformanceObserver((list) => {
      // The DOM’s types do not know these entries.
      type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean };
      for (const { value, hadRecentInput } of list.getEntries() as Shift[]) {
        if (!hadRecentInput) moved.shift += value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  // The script above sets this property.
  return () =>
    page.evaluate(() => (globalThis as unknown as { moved: { shift: number } }).moved.shift);
}

/** The content’s controls that are too small for a finger; a checkbox or radio counts with its label. */
export function smallControls(page: Page): Promise<string[]> {
  return page
    .getByRole('main')
    .locator(
      'button, a:not(p a), summary, label:has([type=radio], [type=checkbox]), select, ' +
        'input:not([type=radio], [type=checkbox], [tabindex="-1"])',
    )
    .evaluateAll((controls) =>
      controls.flatMap((control) => {
        const { height, width } = control.getBoundingClientRect();
        const shown = control.checkVisibility();
        return shown && (height < 43.9 || width < 43.9) ? [control.outerHTML.slice(0, 120)] : [];
      }),
    );
}

import type { Page } from 'playwright/test';
import { holdBack } from '../support/faults.ts';
import {
  axeFindings,
  expectSheets,
  expectToFit,
  systemColour,
  watchShift,
} from '../support/page.ts';
import { stack } from '../support/stack.ts';
import { expect, test } from '../support/test.ts';

// Translates on phones, because these tests run there too.
test.use({ isTranslated: ({ isMobile }, use) => use(isMobile) });

/** The calculator’s full address with the formula’s published example, so anyone can check the figures. */
const published = '/emi?amount=1000000&rate=10.5&years=10&study=0&grace=0&interest=paid';

const box = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const slider = (page: Page, name: string) => page.getByRole('slider', { name, exact: true });

const result = (page: Page, label: string) =>
  page
    .locator('.emi-page dt', { hasText: new RegExp(`^${label}$`) })
    .locator('xpath=following-sibling::dd[1]');

async function expectResults(page: Page, emi: string, interest: string, total: string) {
  await expect(result(page, 'EMI')).toHaveText(emi);
  await expect(result(page, 'Total interest')).toHaveText(interest);
  await expect(result(page, 'Total to repay')).toHaveText(total);
}

const first = ['Rs 35,488', 'Rs 22,58,549', 'Rs 42,58,549'] as const;

test('§16.42 the calculator shows the figures in its URL from the first frame, and the layout does not shift @phone', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(globalThis, { seen });
    const look = () => {
      const emi = document.querySelector('.emi-result dd');
      if (emi?.checkVisibility({ visibilityProperty: true })) seen.push(emi.textContent);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  const shift = await watchShift(page);
  await page.goto(published, { waitUntil: 'networkidle' });
  await expect(result(page, 'EMI')).toHaveText('Rs 13,493');
  await expect(page.locator('html[data-fonts]')).toBeAttached();
  const seen = await page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen);
  expect(new Set(seen)).toEqual(new Set(['Rs 13,493']));
  expect(await shift()).toBeLessThan(0.001);
});

test('§16.43 every control of the calculator works with the keyboard alone', async ({ page }) => {
  await page.goto('/emi');
  await expect(page.getByRole('button', { name: 'Copy the link' })).toBeEnabled();
  await page.keyboard.press('Tab');
  const reach = async (target: ReturnType<typeof box>) => {
    for (let stop = 0; stop < 30; stop += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error('The keyboard does not reach it.');
  };
  await reach(box(page, 'Loan amount'));
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('10 lakh');
  await page.keyboard.press('Tab');
  await expect(box(page, 'Loan amount')).toHaveValue('10,00,000');
  await expect(slider(page, 'Loan amount')).toBeFocused();
  await expect(slider(page, 'Loan amount')).toHaveAttribute('aria-valuetext', 'Rs 10,00,000');
  await page.keyboard.press('ArrowRight');
  await expect(box(page, 'Loan amount')).toHaveValue('10,50,000');
  await page.keyboard.press('ArrowLeft');

  await reach(slider(page, 'Interest rate'));
  await page.keyboard.press('ArrowLeft');
  await expect(box(page, 'Interest rate')).toHaveValue('10.4');
  await reach(slider(page, 'Term'));
  await page.keyboard.press('Home');
  await expect(box(page, 'Term')).toHaveValue('1');
  await page.keyboard.press('ArrowRight');
  await expect(box(page, 'Term')).toHaveValue('1.5');
  await reach(box(page, 'Study'));
  await page.keyboard.type('0');
  await reach(box(page, 'Grace'));
  await page.keyboard.type('0');
  await reach(page.getByRole('radio', { name: 'Added to the loan' }));
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('radio', { name: 'Paid monthly' })).toBeChecked();
  await expect(page.getByText('both cost the same')).toBeVisible();
  await expectResults(page, 'Rs 60,241', 'Rs 84,346', 'Rs 10,84,346');

  await reach(page.getByText('Year by year, as a table'));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('table')).toBeVisible();
  await expect(page).toHaveURL(
    `${stack.site}/emi?amount=1000000&rate=10.4&years=1.5&study=0&grace=0&interest=paid`,
  );
  await page.reload();
  await expectResults(page, 'Rs 60,241', 'Rs 84,346', 'Rs 10,84,346');
});

test('§12.7 figures entered before the calculator’s scripts arrive count @phone', async ({
  page,
}) => {
  const release = await holdBack(page, '**/_astro/EmiCalculator.*');
  await page.goto('/emi', { waitUntil: 'domcontentloaded' });
  await page.getByText('Paid monthly').click();
  await box(page, 'Loan amount').fill('10 lakh');
  release();
  await expect(page.getByRole('button', { name: 'Copy the link' })).toBeEnabled();
  await expect(result(page, 'EMI')).toHaveText('Rs 13,493');
  await expect(box(page, 'Loan amount')).toHaveValue('10 lakh');
  await expect(box(page, 'Loan amount')).toBeFocused();
  await expect(page.getByRole('radio', { name: 'Paid monthly' })).toBeChecked();
});

test('the calculator’s controls are large enough to touch, and its results never cover the focused field @phone', async ({
  page,
}) => {
  await page.goto('/emi');
  await expect(page.getByRole('button', { name: 'Copy the link' })).toBeEnabled();
  const controls = page.locator(
    '.emi-page :is(.emi-box, input[type=range], button, summary, .choice-options label)',
  );
  expect(await controls.count()).toBeGreaterThanOrEqual(15);
  for (const control of await controls.all()) {
    const { height = 0, width = 0 } = (await control.boundingBox()) ?? {};
    expect(Math.min(height, width)).toBeGreaterThanOrEqual(44);
  }
  await box(page, 'Loan amount').fill('28,55,000');
  const hint = page.locator('.emi-unit').first();
  await expect(hint).toHaveText('28.55 lakh');
  await expect(page.locator('.emi-box').getByText('Rs', { exact: true })).toBeVisible();
  const cut = await hint.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  expect(cut, 'the hint is not cut off').toBe(0);
  const isPhone = (page.viewportSize()?.width ?? 0) < 600;
  const emi = page.locator('.emi-result');
  for (const input of await page.locator('.emi-inputs input').all()) {
    await input.focus();
    if (!isPhone) continue;
    await expect(emi).toBeInViewport();
    const clearance = async () => {
      const under = await input.boundingBox();
      const over = await emi.boundingBox();
      return (over?.y ?? 0) - (under?.y ?? 0) - (under?.height ?? 0);
    };
    // The page scrolls after the press, so the position is polled.
    await expect.poll(clearance).toBeGreaterThanOrEqual(0);
  }
});

test('§13.10 the calculator fits screens of every width and is accessible, even with errors or with its table open', async ({
  page,
}) => {
  await page.goto('/emi?amount=%3Cb%3E&rate=10.5&years=99');
  await expect(page.getByRole('group', { name: 'Your loan' }).getByRole('alert')).toBeVisible();
  expect.soft(await axeFindings(page), 'an address that cannot be read').toEqual([]);

  await page.goto('/emi?amount=10000000&rate=23.95&years=19.5&study=60&grace=24&interest=added');
  await expect(box(page, 'Study')).toHaveValue('60');
  await box(page, 'Interest rate').fill('ten and a half per cent a year or so');
  await box(page, 'Interest rate').press('Enter');
  await page.getByText('Year by year, as a table').click();
  await expect(
    page.getByRole('img', { name: 'What you owe over the years, as a chart' }),
  ).toBeVisible();
  expect.soft(await axeFindings(page), 'an error and the table are shown').toEqual([]);
  await expectToFit(page);
});

test('§12.51 the calculator’s drawings, sliders and disabled answers have the reader’s colours in forced colours', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/emi');
  const text = await systemColour(page, 'CanvasText');
  const grey = await systemColour(page, 'GrayText');
  const paper = await systemColour(page, 'Canvas');
  for (const [part, property, colour] of [
    ['.emi-chart-line', 'stroke', text],
    ['.emi-chart circle', 'fill', text],
    ['.emi-chart line >> nth=0', 'stroke', grey],
    // The outline that keeps the grid clear of the figures.
    ['.emi-chart text >> nth=0', 'stroke', paper],
    ['.emi-ring circle >> nth=0', 'stroke', grey],
    ['.emi-ring-taken', 'stroke', text],
    ['.emi-lower svg >> nth=0', 'fill', text],
  ] as const) {
    await expect.soft(page.locator(part), part).toHaveCSS(property, colour);
  }
  await expect(slider(page, 'Loan amount')).toHaveCSS('appearance', 'auto');

  const answer = page.getByRole('radio', { name: 'Paid monthly' });
  await answer.evaluate((radio) => radio.setAttribute('aria-disabled', 'true'));
  const label = page.locator('label', { has: answer });
  await expect(label).toHaveCSS('color', grey);
  await expect(label).toHaveCSS('border-top-color', grey);
});

test('§16.98 on paper, the calculator is a list of figures with the result, the chart and the table, on two sheets', async ({
  page,
}) => {
  await page.goto('/emi');
  await expect(page.getByRole('button', { name: 'Copy the link' })).toBeEnabled();
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('.emi-slider').first()).toBeHidden();
  await expect(page.getByText('Added to the loan', { exact: true })).toBeVisible();
  await expect(page.getByText('Paid monthly', { exact: true })).toBeHidden();
  await expect(page.getByRole('region', { name: 'Let lenders compete' })).toBeHidden();
  await expectSheets(page, 2, 'no sliders, no method and no invitation');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('§16.29 §16.42 R7 the calculator is linked and readable with its built-in figures', async ({
    page,
  }) => {
    await page.goto('/');
    await page
      .getByRole('region', { name: 'How we save you money' })
      .getByRole('link', { name: 'See what a lower rate saves you' })
      .click();
    await expect(page).toHaveURL(`${stack.site}/emi`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('MBA loan EMI calculator');

    await page.goto('/emi?amount=1000000');
    await expectResults(page, ...first);
    await expect(box(page, 'Loan amount')).toHaveValue('20,00,000');
    const note = page.locator('noscript p');
    await expect(note).toContainText('To change the figures, you need JavaScript');
    await expect(note).toBeVisible();
    await expect(slider(page, 'Loan amount')).toBeHidden();
    await expect(page.getByRole('button', { name: 'Copy the link' })).toBeHidden();
    await page.getByText('Year by year, as a table').click();
    await expect(page.getByRole('table').getByRole('row')).toHaveCount(14);
    const lower = page.getByRole('region', { name: 'What a lower rate saves you' });
    await expect(lower.getByRole('listitem')).toHaveCount(4);
  });
});

import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright/test';
import * as v from 'valibot';
import { axeFindings, expectToFit, watchShift } from '../support/page.ts';
import { stack } from '../support/stack.ts';
import { expect, test } from '../support/test.ts';

/** The whole path of the calculator with figures that are easy to check: the formula's own example. */
const published = '/emi?amount=1000000&rate=10.5&years=10&study=0&grace=0&interest=paid';

const box = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const slider = (page: Page, name: string) => page.getByRole('slider', { name, exact: true });

/** The value beside a label of the results. */
const result = (page: Page, label: string) =>
  page
    .locator('.emi dt', { hasText: new RegExp(`^${label}$`) })
    .locator('xpath=following-sibling::dd[1]');

async function expectResults(page: Page, emi: string, interest: string, total: string) {
  await expect(result(page, 'EMI')).toHaveText(emi);
  await expect(result(page, 'Total interest')).toHaveText(interest);
  await expect(result(page, 'Total to repay')).toHaveText(total);
}

const first = ['Rs 35,488', 'Rs 22,58,549', 'Rs 42,58,549'] as const;

test('§16.29 it is reached from the footer and from where the home page says how we save money', async ({
  page,
}) => {
  await page.goto('/');
  const saving = page.getByRole('region', { name: 'How we save you money' });
  await saving.getByRole('link', { name: 'See what one point less saves on your loan' }).click();
  await expect(page).toHaveURL(`${stack.site}/emi`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('MBA loan EMI calculator');
  await page.goto('/contact');
  const footer = page.getByRole('contentinfo');
  await footer.getByRole('link', { name: 'EMI Calculator' }).click();
  await expect(page).toHaveURL(`${stack.site}/emi`);
  await expectResults(page, ...first);
});

test('§16.39 §16.36 an address shows its figures: the published example of the formula @phone', async ({
  page,
}) => {
  await page.goto(published);
  await expectResults(page, 'Rs 13,493', 'Rs 6,19,220', 'Rs 16,19,220');
  await expect(box(page, 'Loan amount')).toHaveValue('10,00,000');
  await expect(box(page, 'Interest rate')).toHaveValue('10.5');
  await expect(box(page, 'Term')).toHaveValue('10');
  await expect(box(page, 'Study')).toHaveValue('0');
  await expect(page.getByRole('radio', { name: 'Paid monthly' })).toBeChecked();
  await expect(page.getByText('Rs 10,00,000 at 10.5 % a year over 10 years')).toBeVisible();
});

test('§16.42 figures of the address are shown at once, never the built ones, and nothing moves @phone', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(globalThis, { seen });
    const look = () => {
      const emi = document.querySelector('.results-emi dd');
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

test('§16.45 an address with figures that cannot be read says so, and shows our own @phone', async ({
  page,
}) => {
  await page.goto('/emi?amount=%3Cb%3E&rate=10.5&years=99');
  const inputs = page.getByRole('group', { name: 'Your loan' });
  await expect(inputs.getByRole('alert')).toHaveText(
    'The link has a figure that we could not read: Loan amount, Term. We used our own instead.',
  );
  await expectResults(page, ...first);
  expect(await axeFindings(page)).toEqual([]);
});

test('§16.43 the keyboard alone does everything @phone', async ({ page }) => {
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
  await expect(page.getByText('both are the same')).toBeVisible();
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

test('§16.44 what is wrong is said beside the input, and the results stay @phone', async ({
  page,
}) => {
  await page.goto('/emi');
  await expect(page.getByRole('button', { name: 'Copy the link' })).toBeEnabled();
  const wrong = [
    ['Loan amount', '15,00', 'Write the amount like 15,00,000 or 15 lakh.'],
    ['Interest rate', '40', 'Enter a rate from 0 % to 24 %.'],
    ['Term', 'ten', 'Write the term like 10 or 7.5 years.'],
    ['Study', '', 'Enter the months of study, or 0.'],
    ['Grace', '25', 'Enter 0 to 24 months.'],
  ] as const;
  for (const [label, text, message] of wrong) {
    const input = box(page, label);
    await input.fill(text);
    await expect(page.getByText(message)).toBeHidden();
    await input.press('Enter');
    await expect(input).toHaveAccessibleDescription(new RegExp(message));
    await expect(input).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByText(message)).toBeVisible();
  }
  await expectResults(page, ...first);
  await expect(page.getByText('A figure could not be read')).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);

  await box(page, 'Loan amount').fill('15 lakh');
  await expect(page.getByText('Write the amount like')).toBeHidden();
  for (const [label] of wrong.slice(1)) await slider(page, label).press('Home');
  await expect(page.getByText('A figure could not be read')).toBeHidden();
  await expect(box(page, 'Loan amount')).not.toHaveAttribute('aria-invalid');
});

test('what is typed before the page is hydrated counts', async ({ page }) => {
  const { promise: held, resolve: release } = Promise.withResolvers<undefined>();
  await page.route('**/_astro/EmiCalculator.*', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/emi', { waitUntil: 'domcontentloaded' });
  await box(page, 'Loan amount').fill('10 lakh');
  release(undefined);
  await expect(page.getByRole('button', { name: 'Copy the link' })).toBeEnabled();
  await expect(result(page, 'EMI')).toHaveText('Rs 17,744');
  await expect(box(page, 'Loan amount')).toHaveValue('10 lakh');
});

test('§16.37 one to four points less are worked out @phone', async ({ page }) => {
  await page.goto(published);
  const lower = page.getByRole('region', { name: 'What a lower rate saves' });
  await expect(lower.getByRole('listitem')).toHaveText([
    /^9\.5 % 1 point less\s*Rs 66,\d{3} less in all, EMI Rs 12,940$/,
    /^8\.5 % 2 points less\s*Rs 1,31,\d{3} less in all, EMI Rs 12,399$/,
    /^7\.5 % 3 points less\s*Rs 1,94,\d{3} less in all, EMI Rs 11,870$/,
    /^6\.5 % 4 points less\s*Rs 2,56,\d{3} less in all, EMI Rs 11,355$/,
  ]);
  await expect(
    lower.getByText(/^One point less saves you Rs 66,\d{3} in all, Rs 553 a month\.$/),
  ).toBeVisible();
  await box(page, 'Interest rate').fill('0.5');
  await expect(lower.getByRole('listitem')).toHaveCount(0);
  await expect(lower.getByText('At 0.5 % a year there is no whole point less.')).toBeVisible();
});

test('§16.38 the chart has a name, a description and the years as a table @phone', async ({
  page,
}) => {
  await page.goto('/emi');
  const chart = page.getByRole('img', { name: 'What is owed over the years' });
  await expect(chart).toHaveAccessibleDescription(
    /^On the first day: Rs 20 lakh\. After 36 months, when EMIs start: Rs 26\.3 lakh\./,
  );
  await expect(chart).toBeVisible();
  await page.getByText('Year by year, as a table').click();
  const rows = page.getByRole('table').getByRole('row');
  await expect(rows).toHaveCount(14);
  await expect(rows.nth(1)).toHaveText(/^1\s*0\s*2,10,000\s*22,10,000$/);
  await expect(rows.nth(13)).toHaveText(/^13\s*4,25,8\d\d\s*[\d,]+\s*0$/);
  expect(await axeFindings(page)).toEqual([]);
});

test('§16.38 D13 the schedule is a CSV file that adds up to the results', async ({ page }) => {
  await page.goto(published);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download the schedule' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('emi-schedule-1000000-at-10.5-for-120-months.csv');
  const text = await readFile(await file.path(), 'utf8');
  const [headings, ...rows] = text
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','));
  expect(headings).toHaveLength(6);
  expect(rows).toHaveLength(120);
  const sum = (column: number) => rows.reduce((all, row) => all + Number(row[column]), 0);
  expect(Math.round(sum(2))).toBe(16_19_220);
  expect(Math.round(sum(4))).toBe(10_00_000);
  expect(rows.at(-1)?.[5]).toBe('0.00');
  expect(text).not.toMatch(/(?:^|,)[=+\-@]/m);
});

test('§16.46 the copied link opens the same figures', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/emi');
  await expect(page.getByRole('button', { name: 'Copy the link' })).toBeEnabled();
  await box(page, 'Loan amount').fill('35 lakh');
  await page.getByRole('radio', { name: 'Paid monthly' }).check();
  await page.getByRole('button', { name: 'Copy the link' }).click();
  await expect(page.getByText('The link is copied.')).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toBe(
    `${stack.site}/emi?amount=3500000&rate=10.5&years=10&study=24&grace=12&interest=paid`,
  );
  const emi = await result(page, 'EMI').textContent();
  await page.goto(link);
  await expect(box(page, 'Loan amount')).toHaveValue('35,00,000');
  await expect(result(page, 'EMI')).toHaveText(emi ?? '');
});

test('§16.46 a link that cannot be copied is shown', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: () => Promise.reject(new Error('not allowed')) },
    });
  });
  await page.goto(published);
  await page.getByRole('button', { name: 'Copy the link' }).click();
  const link = page.getByLabel('Your browser does not let us copy. Here is the link:');
  await expect(link).toHaveValue(`${stack.site}${published}`);
  expect(await axeFindings(page)).toEqual([]);
});

test('§13.10 it fits every width with its errors and its table', async ({ page }) => {
  await page.goto('/emi?amount=10000000&rate=23.95&years=19.5&study=60&grace=24&interest=added');
  await expect(box(page, 'Study')).toHaveValue('60');
  await box(page, 'Interest rate').fill('ten and a half per cent a year or so');
  await box(page, 'Interest rate').press('Enter');
  await page.getByText('Year by year, as a table').click();
  await expectToFit(page);
});

test('controls are large enough to touch, and the first result hides no focus @phone', async ({
  page,
}) => {
  await page.goto('/emi');
  await expect(page.getByRole('button', { name: 'Copy the link' })).toBeEnabled();
  const controls = page.locator(
    '.emi :is(.figure-box, input[type=range], button, summary, .interest-choices label)',
  );
  expect(await controls.count()).toBeGreaterThanOrEqual(15);
  for (const control of await controls.all()) {
    const { height = 0, width = 0 } = (await control.boundingBox()) ?? {};
    expect(Math.min(height, width)).toBeGreaterThanOrEqual(44);
  }
  const isPhone = (page.viewportSize()?.width ?? 0) < 600;
  const emi = page.locator('.results-emi');
  for (const input of await page.locator('.emi-inputs input').all()) {
    await input.focus();
    if (!isPhone) continue;
    await expect(emi).toBeInViewport();
    const clearance = async () => {
      const under = await input.boundingBox();
      const over = await emi.boundingBox();
      return (over?.y ?? 0) - (under?.y ?? 0) - (under?.height ?? 0);
    };
    // The page scrolls smoothly.
    await expect.poll(clearance).toBeGreaterThanOrEqual(0);
  }
});

test('§13.12 it is described to search engines, without figures that it does not have', async ({
  page,
}) => {
  await page.goto('/emi');
  const script = await page.locator('script[type="application/ld+json"]').textContent();
  const { '@graph': graph } = v.parse(
    v.pipe(v.string(), v.parseJson(), v.object({ '@graph': v.array(v.looseObject({})) })),
    script,
  );
  expect(graph).toMatchObject([
    {
      '@type': 'WebApplication',
      name: 'MBA loan EMI calculator',
      url: `${stack.site}/emi`,
      applicationCategory: 'FinanceApplication',
      offers: { price: 0, priceCurrency: 'INR' },
    },
    { '@type': 'BreadcrumbList' },
  ]);
  expect(script).not.toContain('Rating');
});

test('§16.47 it says that it is an estimate, how it is worked out and what it leaves out', async ({
  page,
}) => {
  await page.goto('/emi');
  const method = page.getByRole('region', { name: 'How it is worked out' });
  await expect(method).toContainText('This is an estimate and not an offer.');
  await expect(method).toContainText('We assume that you get the whole loan at once.');
  await expect(method.getByRole('region', { name: 'What it leaves out' })).toContainText('Charges');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('§16.42 R7 the figures of the built page can be read', async ({ page }) => {
    await page.goto('/emi?amount=1000000');
    await expectResults(page, ...first);
    await expect(box(page, 'Loan amount')).toHaveValue('20,00,000');
    const note = page.locator('noscript p');
    await expect(note).toContainText('To change the figures, this page needs JavaScript');
    await expect(note).toBeVisible();
    await expect(slider(page, 'Loan amount')).toBeHidden();
    await expect(page.getByRole('button', { name: 'Copy the link' })).toBeHidden();
    await page.getByText('Year by year, as a table').click();
    await expect(page.getByRole('table').getByRole('row')).toHaveCount(14);
    const lower = page.getByRole('region', { name: 'What a lower rate saves' });
    await expect(lower.getByRole('listitem')).toHaveCount(4);
  });
});

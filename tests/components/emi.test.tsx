import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { renderToString } from 'react-dom/server';
import { expect, onTestFinished, test, vi } from 'vitest';
import { storageKeys } from '../../src/lib/storage-keys.ts';
import { translate } from '../translate.ts';
import { Backend } from './support/backend.ts';
import { show } from './support/island.tsx';
import { openInsideApp } from './support/page.tsx';

const calculator = async () => {
  const { EmiCalculator } = await import('../../src/features/emi/EmiCalculator.tsx');
  return <EmiCalculator />;
};

/** The formula’s published example, so anyone can check the figures. */
const published = '?amount=1000000&rate=10.5&years=10&study=0&grace=0&interest=paid';
const first = ['Rs 35,488', 'Rs 22,58,549', 'Rs 42,58,549'] as const;

async function open(query = '') {
  new Backend();
  history.replaceState(null, '', `/emi${query}`);
  const { user } = await show(calculator);
  return user;
}

const box = (name: string) => screen.getByRole('textbox', { name });
async function fill(user: UserEvent, name: string, text: string) {
  await user.clear(box(name));
  await user.type(box(name), text);
}
const slider = (name: string) => screen.getByRole('slider', { name });
const result = (label: string) => {
  const [term] = screen.getAllByText(label, { selector: 'dt' });
  return term?.nextElementSibling;
};
const expectResults = (emi: string, interest: string, total: string) =>
  waitFor(() => {
    expect(result('EMI')).toHaveTextContent(emi);
    expect(result('Total interest')).toHaveTextContent(interest);
    expect(result('Total to repay')).toHaveTextContent(total);
  });

test('§16.39 §16.36 the calculator shows the figures in its URL, and agrees with the formula’s published example', async () => {
  await open(published);
  await expectResults('Rs 13,493', 'Rs 6,19,220', 'Rs 16,19,220');
  expect(box('Loan amount')).toHaveValue('10,00,000');
  expect(box('Interest rate')).toHaveValue('10.5');
  expect(box('Term')).toHaveValue('10');
  expect(box('Study')).toHaveValue('0');
  expect(screen.getByRole('radio', { name: 'Paid monthly' })).toBeChecked();
  expect(screen.getByText(/Rs 10,00,000 at 10\.5% a year over 10 years/)).toBeVisible();
  expect(screen.getByText(/both cost the same/)).toBeVisible();
});

test('§16.35 §16.36 a borrower can add the interest before the EMIs to the loan, or pay it every month', async () => {
  const user = await open();
  expect(screen.getByText(/^Rs.6,30,000 of interest is added to the loan/)).toBeVisible();
  expect(screen.getByText(/^Of every Rs 100/)).toHaveTextContent('Rs 53 is interest.');
  expect(screen.getByText(/^Simple interest, added once/)).toBeVisible();
  await user.click(screen.getByRole('radio', { name: 'Paid monthly' }));
  await screen.findByText(
    /^Before the EMIs start, you pay Rs.17,500 of interest a month, 36 times/,
  );
  expect(screen.getByText(/^You pay each month’s interest/)).toBeVisible();
});

test('§16.92 a calculator opened from a loan offer names the lender and links back to the offers', async () => {
  sessionStorage.setItem(storageKeys.calculator, `/emi${published}\nBank of One`);
  const user = await open(published);
  const link = screen.getByRole('link', { name: 'Back to your offers' });
  expect(link).toHaveAttribute('href', '/dashboard/loan#offers');
  const note = link.parentElement;
  expect(note).toHaveTextContent('These are the figures from Bank of One’s offer to you.');
  await user.click(screen.getByRole('radio', { name: 'Added to the loan' }));
  expect(note).toHaveTextContent('You changed the figures from Bank of One’s offer.');
  const changed = `/emi${published.replace('paid', 'added')}`;
  await waitFor(() => expect(sessionStorage.getItem(storageKeys.calculator)).toBe(changed));
  cleanup();
  await open('?amount=1000000');
  expect(screen.queryByText(/Bank of One’s offer/)).toBeNull();
});

test('§16.45 unreadable figures in the URL are named and replaced by our own', async () => {
  await open('?amount=%3Cb%3E&rate=10.5&years=99');
  expect(screen.getByRole('alert')).toHaveTextContent(
    'We could not read this in the link: Loan amount, Term. We used our own figures instead.',
  );
  await expectResults(...first);
});

test.each(['in English', 'in translation'])(
  '§12.7 §12.54 figures entered before the scripts arrive count on a page %s',
  async (state) => {
    new Backend();
    history.replaceState(null, '', '/emi?grace=0');
    const island = await calculator();
    const observer = translate();
    onTestFinished(() => observer.disconnect());
    if (state !== 'in translation') observer.disconnect();
    const container = document.createElement('main');
    document.body.append(container);
    container.innerHTML = renderToString(island);
    if (state === 'in translation')
      await waitFor(() => expect(container.innerHTML).toContain('<font'));

    const user = userEvent.setup();
    await user.click(screen.getByRole('radio', { name: 'Paid monthly' }));
    (slider('Term') as HTMLInputElement).value = '180';
    await fill(user, 'Loan amount', '10 lakh');
    await user.clear(box('Study'));
    await user.click(box('Loan amount'));
    const anew = vi.fn();
    render(island, { container, hydrate: true, onRecoverableError: anew });
    expect(anew).toHaveBeenCalledTimes(state === 'in translation' ? 1 : 0);
    await waitFor(() => expect(box('Term')).toHaveValue('15'));
    expect(box('Loan amount')).toHaveValue('10 lakh');
    expect(box('Loan amount')).toHaveFocus();
    expect(slider('Loan amount')).toHaveValue('1000000');
    expect(box('Study')).toHaveValue('');
    expect(box('Grace')).toHaveValue('0');
    expect(box('Interest rate')).toHaveValue('10.5');
    expect(screen.getByRole('radio', { name: 'Paid monthly' })).toBeChecked();
    expect(screen.getByText(/^You pay each month’s interest/)).toBeVisible();
    const kept = '?amount=1000000&rate=10.5&years=15&study=24&grace=0&interest=paid';
    await waitFor(() => expect(location.search).toBe(kept));
    expect(sessionStorage.getItem(storageKeys.calculator)).toBe(`/emi${kept}`);
    await user.type(box('Loan amount'), 's');
    expect(box('Loan amount')).toHaveValue('10 lakhs');
  },
);

test('§16.44 a mistake is explained beside its field, and the last results stay', async () => {
  const user = await open();
  const input = box('Loan amount');
  const message = 'Enter an amount such as 15,00,000 or 15 lakh.';
  await fill(user, 'Loan amount', '15,00');
  expect(screen.queryByText(message)).toBeNull();
  await user.keyboard('{Enter}');
  expect(input).toHaveAccessibleDescription(new RegExp(message));
  expect(input).toHaveAttribute('aria-invalid', 'true');
  expect(screen.getByText(message)).toHaveAttribute('role', 'alert');
  await expectResults(...first);
  expect(input).toHaveValue('15,00');
  const old = 'a month, from your last valid figures';
  expect(screen.getByText(old)).toBeVisible();
  await user.clear(input);
  expect(screen.getByText('Enter the loan amount.'), 'the error follows the typing').toBeVisible();
  await fill(user, 'Loan amount', '15 lakh');
  expect(screen.queryByText(message)).toBeNull();
  expect(input).not.toHaveAttribute('aria-invalid');
  expect(screen.queryByText(old)).toBeNull();
});

test('§16.37 the calculator shows what one to four percentage points less would save', async () => {
  const user = await open(published);
  const lower = within(screen.getByRole('region', { name: 'What a lower rate saves you' }));
  await waitFor(() => expect(lower.getAllByRole('listitem')).toHaveLength(4));
  expect(lower.getAllByRole('listitem')[3]).toHaveTextContent(
    /^6\.5% 4 points less\s*Rs 2,56,\d{3} less in total, EMI Rs 11,355$/,
  );
  expect(lower.getByText(/^One point less saves you/).closest('p')).toHaveTextContent(
    /^One point less saves you Rs 66,\d{3} in total, Rs 553 a month\.$/,
  );
  await fill(user, 'Loan amount', '40 lakh');
  expect(await lower.findByText(/^in total, Rs 2,21\d a month\.$/)).toBeVisible();
  await fill(user, 'Interest rate', '0.5');
  expect(await lower.findByText('0.5% a year cannot drop by a whole point.')).toBeVisible();
  expect(lower.queryByRole('listitem')).toBeNull();
});

test('§16.38 the chart has a name and a description, and its yearly figures are also in a table', async () => {
  const user = await open();
  const chart = screen.getByRole('img', { name: 'What you owe over the years, as a chart' });
  expect(chart).toHaveAccessibleDescription(
    /^On the first day: Rs 20 lakh\. After 3 years, when EMIs start: Rs 26\.3 lakh\./,
  );
  await user.click(screen.getByText('Year by year, as a table'));
  const rows = within(screen.getByRole('table')).getAllByRole('row');
  expect(rows).toHaveLength(14);
  expect(rows[1]?.textContent).toBe('102,10,00022,10,000');
  expect(rows[13]?.textContent).toMatch(/^134,25,8\d\d[\d,]+0$/);
});

test('§16.43 §16.46 the sliders, the fields and the URL show the same figures, and the link can be copied', async () => {
  const user = await open(published);
  const said = (amount: string) =>
    waitFor(() => expect(slider('Loan amount')).toHaveAttribute('aria-valuetext', amount));
  await said('Rs 10,00,000');
  await fill(user, 'Loan amount', '35 lakh');
  await said('Rs 35,00,000');
  await waitFor(() => expect(location.search).toContain('amount=3500000'), { timeout: 5_000 });
  const link = `${location.origin}/emi${published.replace('1000000', '3500000')}`;
  await user.click(screen.getByRole('button', { name: 'Copy the link' }));
  expect(await screen.findByText(/^Link copied\./)).toBeVisible();
  expect(await navigator.clipboard.readText()).toBe(link);
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'));
  await user.click(screen.getByRole('button', { name: 'Copy the link' }));
  const shown = await screen.findByLabelText(/^Your browser does not allow copying\./);
  expect(shown).toHaveValue(link);
});

test('§16.38 the repayment schedule downloads as a CSV file', async () => {
  const user = await open(published);
  await expectResults('Rs 13,493', 'Rs 6,19,220', 'Rs 16,19,220');
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:made');
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue(undefined);
  await user.click(screen.getByRole('button', { name: 'Download the schedule' }));
  const name = 'emi-schedule-1000000-at-10.5-for-120-months.csv';
  await waitFor(() => expect(click.mock.contexts).toMatchObject([{ download: name }]));
});

test('§12.55 inside another app the calculator says where the schedule can be saved', async () => {
  openInsideApp();
  const user = await open(published);
  await expectResults('Rs 13,493', 'Rs 6,19,220', 'Rs 16,19,220');
  await user.click(screen.getByRole('button', { name: 'Download the schedule' }));
  expect(await screen.findByText(/cannot save files\. Open this page in/)).toHaveRole('alert');
});

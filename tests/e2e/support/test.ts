import { test as base, expect, type Browser, type Page } from 'playwright/test';
import { translate } from '../../translate.ts';
import { takeNewerAway } from './newer-functions.ts';
import { stack } from './stack.ts';

export type Options = {
  /** Whether the browser has only the features of the oldest browsers (§12.47). */
  isOldest: boolean;
  /** Whether the browser translates every page (§12.54). */
  isTranslated: boolean;
};

type Fixtures = Options & {
  /** Console errors that a test expects; any other error fails the test. */
  expectedConsole: RegExp[];
  /** Whether the visitor allows page views to be counted. */
  countsViews: boolean;
  oldest: undefined;
  translated: undefined;
  /** Turns on Do Not Track unless views are counted, because emulating the counter is slow. */
  visitor: undefined;
  /** Fails the test on console errors, uncaught errors and policy violations. */
  cleanConsole: undefined;
};

/** React reports with this number that an island found a translated page and started over. */
const beginsAnew = 'Minified React error #418';

/** Firefox reports a font whose page was left before the font arrived. */
const leftFont = /^downloadable font: download failed .* status=2152398850/;

export const test = base.extend<Fixtures>({
  baseURL: stack.site,
  countsViews: [false, { option: true }],
  visitor: [
    async ({ context, countsViews }, use) => {
      if (!countsViews) {
        await context.addInitScript(() => {
          Object.defineProperty(Navigator.prototype, 'doNotTrack', { get: () => '1' });
        });
      }
      await use(undefined);
    },
    { auto: true },
  ],
  isOldest: [false, { option: true }],
  oldest: [
    async ({ context, isOldest }, use) => {
      if (isOldest) await takeNewerAway(context);
      await use(undefined);
    },
    { auto: true },
  ],
  isTranslated: [false, { option: true }],
  translated: [
    async ({ context, isTranslated }, use) => {
      if (isTranslated) await context.addInitScript(translate);
      await use(undefined);
    },
    { auto: true },
  ],
  expectedConsole: [[], { option: true }],
  cleanConsole: [
    async ({ context, expectedConsole, isTranslated }, use) => {
      const problems: string[] = [];
      context.on('console', (message) => {
        const text = `${message.text()} (${message.location().url})`;
        const known = [leftFont, ...expectedConsole];
        if (message.type() !== 'error' || known.some((one) => one.test(text))) return;
        problems.push(text);
      });
      context.on('weberror', (error) => {
        const text = String(error.error());
        if (!isTranslated || !text.includes(beginsAnew)) problems.push(text);
      });
      await use(undefined);
      expect(problems, 'the page logged errors').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

export const phone = { viewport: { width: 360, height: 740 }, timezoneId: 'Asia/Kolkata' };

/** Another person’s page, translated by its browser (§12.54), on their own old phone (§12.47). */
export async function newPhonePage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ ...phone, baseURL: stack.site });
  await takeNewerAway(context);
  await context.addInitScript(translate);
  return context.newPage();
}

export type Person = {
  firstname: string;
  lastname: string;
  email: string;
  phonenumber: string;
  password: string;
};

/** A person whose email address is unique in this run. */
export function newPerson(changes: Partial<Person> = {}): Person {
  return {
    firstname: 'Asha',
    lastname: 'Rao',
    email: `asha.${crypto.randomUUID()}@example.com`,
    phonenumber: '9876543210',
    password: 'correct horse',
    ...changes,
  };
}

/** Fills in the sign-up form without sending it. */
export async function fillSignUp(page: Page, person: Person): Promise<void> {
  await page.getByLabel('First Name').fill(person.firstname);
  await page.getByLabel('Last Name').fill(person.lastname);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Phone Number').fill(person.phonenumber);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByLabel('Confirm Password', { exact: true }).fill(person.password);
  await page.getByRole('checkbox', { name: /terms and condition/i }).check();
}

/** Signs a new person up through the form and waits for the dashboard. */
export async function signUp(page: Page, person = newPerson()): Promise<Person> {
  await page.goto('/signup');
  await fillSignUp(page, person);
  await page.getByRole('button', { name: 'SIGN UP' }).click();
  await expect(page).toHaveURL(/\/dashboard\/main$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard', {
    useInnerText: true,
  });
  return person;
}

export async function submitLogin(
  page: Page,
  { email, password }: Pick<Person, 'email' | 'password'>,
): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
}

/** Logs a person in through the form and waits for the dashboard. */
export async function logIn(page: Page, person: Person): Promise<void> {
  await page.goto('/login');
  await submitLogin(page, person);
  await expect(page).toHaveURL(/\/dashboard\/main$/);
}

/** Logs out through the menu in the top bar and waits for the home page. */
export async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(`${stack.site}/`);
}

export function packCard(page: Page, name: string) {
  return page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, level: 3 }) });
}

export function checkoutFrame(page: Page) {
  return page.frameLocator('iframe.razorpay-checkout-frame');
}

/** Pays in the open checkout with a UPI test address. */
export async function payByUpi(page: Page, address: string): Promise<void> {
  const checkout = checkoutFrame(page);
  await checkout.getByLabel('Phone number').fill('9876543210');
  await checkout.getByLabel('UPI ID').fill(address);
  await checkout.getByRole('button', { name: /^Pay/ }).click();
}

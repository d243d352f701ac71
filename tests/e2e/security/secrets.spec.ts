/** Secret keys and personal data stay out of the build, replies, addresses, logs and counts. */
import { readFileSync } from 'node:fs';
import { functionRoutes } from '../../../local/site/function-routes.ts';
import { paymentPaths } from '../../../src/domain/api.ts';
import { database, stack } from '../support/stack.ts';
import { expect, newPerson, payByUpi, signUp, test } from '../support/test.ts';
import { builtFile, builtFiles } from './support/built-site.ts';
import { dashboardRow, openCheckout, referenceOf } from './support/shop.ts';

/** Patterns of secret keys from any issuer. */
const keyShapes =
  /sb_secret_[\w-]{8}|service_role|rzp_live_|-----BEGIN|eyJ[\w-]{20,}\.eyJ|\bSUPABASE_SECRET_KEY\b|\bRAZORPAY_(?:KEY|WEBHOOK)_SECRET\b/;

test('W9 no file in the build contains a secret', () => {
  expect(stack.secrets).toHaveLength(6);
  for (const file of builtFiles) {
    const content = builtFile(file).toString('latin1');
    for (const secret of stack.secrets) expect(content.includes(secret), file).toBe(false);
    if (/\.(?:html|js|css|json|svg|xml|txt)$/.test(file)) {
      expect(keyShapes.exec(content)?.[0], file).toBeUndefined();
    }
  }
});

test('W9 no function reveals a secret, whatever the request', async () => {
  for (const { path } of await functionRoutes()) {
    for (const request of [
      { method: 'GET' },
      { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"amount":699' },
    ]) {
      const response = await fetch(`${stack.site}${path}?debug=1&env=1`, request);
      const text = `${JSON.stringify([...response.headers])} ${await response.text()}`;
      for (const secret of stack.secrets) expect(text).not.toContain(secret);
      expect(text).not.toMatch(/\bat .+:\d+:\d+|node_modules|\/functions\//);
    }
  }
});

test.describe('personal data', () => {
  test.use({ countsViews: true, expectedConsole: [/Failed to load resource.*400/] });

  test('Y1 Y2 Y3 personal data does not appear in any URL, log or count, from sign-up to password recovery', async ({
    page,
    context,
  }) => {
    const mark = crypto.randomUUID().slice(0, 8);
    const person = newPerson({
      firstname: `Canaryfirst${mark}`,
      lastname: `Canarylast${mark}`,
      email: `canary.${mark}@example.com`,
      phonenumber: `98${parseInt(mark, 16).toString().padStart(10, '0').slice(-8)}`,
      password: `canary password ${mark}`,
    });
    const addresses: string[] = [];
    context.on('request', (request) => addresses.push(request.url()));
    context.on('page', (opened) => addresses.push(opened.url()));
    page.on('framenavigated', (frame) => addresses.push(frame.url()));

    await signUp(page, person);
    await openCheckout(page);
    await payByUpi(page, 'failure@razorpay');
    await page
      .frameLocator('iframe.razorpay-checkout-frame')
      .getByRole('button', { name: 'Close' })
      .click();
    await openCheckout(page);
    await payByUpi(page, 'success@razorpay');
    const paymentId = await referenceOf(page);
    await page.getByRole('main').getByRole('link', { name: 'Dashboard' }).click();
    await expect(dashboardRow(page, paymentId)).toContainText('Paid');
    await page.goto('/dashboard/profile');
    await expect(page.getByLabel('First name')).toHaveValue(person.firstname);
    await page.goto('/forgotpassword');
    await page.getByLabel('Email').fill(person.email);
    await page.getByRole('main').getByRole('button').click();
    await expect(page.getByText('email successfully sent')).toBeVisible();
    const token = await page.evaluate(() => JSON.stringify(localStorage));

    const canaries = [
      person.firstname,
      person.lastname,
      person.email,
      person.phonenumber,
      person.password,
      ...(token.match(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g) ?? []),
    ];
    expect(canaries.length).toBeGreaterThan(5);
    const isCallback = (address: string) => new URL(address).pathname === paymentPaths.verify;
    const seen = [
      ...addresses.filter((address) => address.startsWith('http') && !isCallback(address)),
      readFileSync(stack.log, 'utf8'),
      JSON.stringify((await database.from('page_views').select().throwOnError()).data),
    ].map((text) => decodeURIComponent(text.replaceAll(/%(?![\da-f]{2})/gi, '%25')));
    expect(addresses.some(isCallback)).toBe(true);
    for (const text of seen) {
      for (const canary of canaries) expect(text).not.toContain(canary);
    }
    // The callback’s address holds the names (§8.7), and the redirect after it does not.
    expect(page.url()).not.toContain(person.firstname);
  });
});

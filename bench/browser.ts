import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContext } from 'playwright';
import { browserArguments, findBrowser } from '../local/browser.ts';
import { separatePages } from './processors.ts';

type QuietBrowser = {
  browser: Browser;
  /** A persistent context, which keeps its storage and cache like a phone's browser. */
  context: BrowserContext;
  close: () => Promise<void>;
};

// Newer Chromiums load pages of their own for the address bar beside every page that opens.
const addressBar = ['WebUIOmniboxPopup', 'WebUIOmniboxFullPopup', 'WebUIOmniboxAimPopup'];

/** Starts a browser whose pages have a processor of their own, if there is one to spare. */
export async function openQuietBrowser(...args: string[]): Promise<QuietBrowser> {
  const profile = mkdtempSync(join(tmpdir(), 'admitcircle-bench-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: findBrowser(),
    args: [
      ...browserArguments,
      '--ignore-certificate-errors',
      `--disable-features=${addressBar.join(',')}`,
      // For a debugger such as Playwright, V8 would parse React's whole file again when React makes its first errors: 0.2 s
      // that a phone does not spend.
      '--js-flags=--no-enable-lazy-source-positions',
      ...args,
    ],
  });
  const browser = context.browser();
  if (!browser) throw new Error('The context has no browser.');
  const shareProcessors = separatePages(profile);
  if (!shareProcessors) {
    console.log('Pages share their processor with the servers, so blocking times are too long.');
  }
  return {
    browser,
    context,
    close: async () => {
      await context.close();
      shareProcessors?.();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

import { browserArguments } from '../../../local/browser.ts';

/**
 * Launch options for the full browser. The other tests’ headless shell has no back/forward cache,
 * and loads lazy images from further down the page than a visitor’s browser does.
 */
export const fullBrowser = {
  executablePath: process.env['CHROMIUM_PATH'],
  args: browserArguments,
};

import { expect, test } from 'vitest';
import { isInApp } from './in-app-browser.ts';

const android = 'Mozilla/5.0 (Linux; Android 15; Pixel 8';
const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36';
const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15';

test.each([
  [
    `${android}; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
    true,
  ],
  [`${android}) ${chrome} Instagram 360.0.0.0`, true],
  [`${android}) ${chrome} [FB_IAB/FB4A;FBAV/480.0.0.0;]`, true],
  [`${android}) ${chrome} WhatsApp/2.24`, true],
  [`${iPhone} (KHTML, like Gecko) Mobile/15E148 [FBAN/FBIOS;FBAV/480.0]`, true],
  [`${iPhone} (KHTML, like Gecko) Mobile/15E148`, true],
  [`${android}) ${chrome}`, false],
  [`${iPhone} (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1`, false],
  [`${iPhone} (KHTML, like Gecko) CriOS/130.0 Mobile/15E148 Safari/604.1`, false],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)',
    true,
  ],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:128.0) Gecko/20100101 Firefox/128.0', false],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0', false],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15',
    false,
  ],
])('§8.40 the browser %s is recognised as part of another app: %s', (userAgent, expected) => {
  expect(isInApp(userAgent)).toBe(expected);
});

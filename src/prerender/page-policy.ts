import { PUBLIC_CAPTCHA_SITE_KEY } from 'astro:env/client';
import { blockedPath } from '../domain/api.ts';
import { captchaHost, checkoutHosts } from '../domain/environment/environment.ts';
import { services } from './site.ts';

const hosts = checkoutHosts(services.checkoutScript);

/** The methods of `Astro.csp` that we use. `Astro.csp` is undefined if no policy is configured. */
type Csp = {
  insertDirective(
    directive: `${'frame-src' | 'connect-src' | 'img-src' | 'form-action' | 'report-to' | 'report-uri'} ${string}`,
  ): void;
  insertScriptResource(resource: string): void;
  insertStyleResource(resource: string): void;
};

/**
 * Extends a page's policy for the checkout (§12.22): with the provider's hosts, with inline styles, which the
 * provider's script writes into the page (docs/decisions/headers-from-the-build.md), and with the address for reports
 * of blocked loads (§12.43). Browsers without `report-to` use `report-uri`.
 */
export function allowCheckout(csp: Csp | undefined): void {
  if (!csp) return;
  for (const host of hosts) csp.insertScriptResource(host);
  for (const source of ["'self'", "'unsafe-inline'", ...hosts]) csp.insertStyleResource(source);
  for (const directive of ['frame-src', 'connect-src', 'img-src', 'form-action'] as const) {
    csp.insertDirective(`${directive} ${hosts.join(' ')}`);
  }
  csp.insertDirective('report-to blocked');
  csp.insertDirective(`report-uri ${blockedPath}`);
}

/** Adds the CAPTCHA's host to the policy of a page whose form needs it (§12.42), if there is a site key. */
export function allowCaptcha(csp: Csp | undefined): void {
  if (!PUBLIC_CAPTCHA_SITE_KEY) return;
  csp?.insertScriptResource(captchaHost);
  csp?.insertDirective(`frame-src ${captchaHost}`);
}

/** Adds the video player's host to a page's policy (§12.24). */
export function allowVideo(csp: Csp | undefined): void {
  csp?.insertDirective('frame-src https://www.youtube-nocookie.com');
}

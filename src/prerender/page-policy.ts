import { PUBLIC_CHECKOUT_SCRIPT_URL } from 'astro:env/client';

const provider = new URL(PUBLIC_CHECKOUT_SCRIPT_URL).origin;
const isRazorpay = provider === 'https://checkout.razorpay.com';

const hosts = {
  script: isRazorpay ? [provider, 'https://cdn.razorpay.com'] : [provider],
  frame: isRazorpay ? [provider, 'https://api.razorpay.com'] : [provider],
  connect: isRazorpay
    ? [
        'https://api.razorpay.com',
        'https://lumberjack.razorpay.com',
        'https://lumberjack-metrics.razorpay.com',
      ]
    : [provider],
  image: isRazorpay ? ['https://cdn.razorpay.com'] : [provider],
  form: isRazorpay ? ['https://api.razorpay.com'] : [provider],
};

/** The methods of `Astro.csp` used here; Astro leaves it undefined where no policy is configured. */
type Csp = {
  insertDirective(
    directive: `${'frame-src' | 'connect-src' | 'img-src' | 'form-action'} ${string}`,
  ): void;
  insertScriptResource(resource: string): void;
  insertStyleResource(resource: { resource: string; kind: 'attribute' }): void;
};

/**
 * Adds what the checkout needs to the policy of one page (§12.22): the provider's hosts, and style
 * attributes, which its script sets on the window it draws (docs/decisions/headers-from-the-build.md).
 */
export function allowCheckout(csp: Csp | undefined): void {
  if (!csp) return;
  for (const host of hosts.script) csp.insertScriptResource(host);
  csp.insertDirective(`frame-src ${hosts.frame.join(' ')}`);
  csp.insertDirective(`connect-src ${hosts.connect.join(' ')}`);
  csp.insertDirective(`img-src ${hosts.image.join(' ')}`);
  csp.insertDirective(`form-action ${hosts.form.join(' ')}`);
  csp.insertStyleResource({ resource: "'unsafe-inline'", kind: 'attribute' });
}

/** Adds the host of the video player to the policy of one page (§12.24). */
export function allowVideo(csp: Csp | undefined): void {
  csp?.insertDirective('frame-src https://www.youtube-nocookie.com');
}

import { PUBLIC_CAPTCHA_SITE_KEY } from 'astro:env/client';

/**
 * What the account service asks of a form besides its fields: nothing, or where a site key is set, that a person sends
 * it (§5.50). Rejects when that cannot be asked.
 */
export async function captcha(): Promise<{ captchaToken?: string }> {
  if (!PUBLIC_CAPTCHA_SITE_KEY) return {};
  const { solveCaptcha } = await import('./captcha-widget.ts');
  return { captchaToken: await solveCaptcha(PUBLIC_CAPTCHA_SITE_KEY) };
}

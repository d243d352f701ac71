import { PUBLIC_CAPTCHA_SITE_KEY } from 'astro:env/client';
import { inTime } from '../domain/in-time.ts';

/**
 * The option that proves to the account service that a person sent the form (§5.50); empty if no site key is set.
 * Rejects if the CAPTCHA cannot be loaded or solved.
 */
export async function captcha(): Promise<{ captchaToken?: string }> {
  if (!PUBLIC_CAPTCHA_SITE_KEY) return {};
  const { solveCaptcha } = await inTime(import('./captcha-widget.ts'));
  return { captchaToken: await solveCaptcha(PUBLIC_CAPTCHA_SITE_KEY) };
}

import type { StackConfig } from './config.ts';
import type { StackKeys } from './keys.ts';

/** The local addresses of the stack's parts. */
export function stackUrls({ ports }: StackConfig) {
  return {
    site: `http://localhost:${ports.site}`,
    backend: `http://127.0.0.1:${ports.backend}`,
    mailbox: `http://localhost:${ports.mailbox}`,
    sandbox: `http://127.0.0.1:${ports.sandbox}`,
  };
}

/**
 * The variables for services that the build and the functions read (see .env.example), pointed at the local stack. Sets
 * all of them, so that no variable from the environment points at a real service.
 */
export function stackEnvironment(config: StackConfig, keys: StackKeys): Record<string, string> {
  const urls = stackUrls(config);
  return {
    PUBLIC_SITE_URL: urls.site,
    PUBLIC_SUPABASE_URL: urls.backend,
    PUBLIC_SUPABASE_PUBLISHABLE_KEY: keys.publishableKey,
    PUBLIC_CHECKOUT_SCRIPT_URL: `${urls.sandbox}/v1/checkout.js`,
    PUBLIC_ANALYTICS_URL: '/api/pageview',
    SUPABASE_SECRET_KEY: keys.secretKey,
    RAZORPAY_API_URL: `${urls.sandbox}/v1`,
    RAZORPAY_KEY_ID: keys.razorpayKeyId,
    RAZORPAY_KEY_SECRET: keys.razorpayKeySecret,
    RAZORPAY_KEY_SECRET_PREVIOUS: '',
    RAZORPAY_WEBHOOK_SECRET: keys.razorpayWebhookSecret,
    RAZORPAY_WEBHOOK_SECRET_PREVIOUS: '',
    SMTP_URL: `smtp://127.0.0.1:${config.ports.smtp}`,
    MAIL_FROM: 'hello@admitcircle.example',
    LINK_SECRET: keys.linkSecret,
    LINK_SECRET_PREVIOUS: '',
    FREE_INTERVIEW_SECRET: keys.freeInterviewSecret,
    MEETING_ROOM_URL: 'https://meet.example.com/{room}',
    PUBLIC_CAPTCHA_SITE_KEY: '',
    ALERT_URL: '',
    HEARTBEAT_URL: '',
    CONTEXT: 'dev',
    DO_NOT_TRACK: '1',
    ASTRO_TELEMETRY_DISABLED: '1',
  };
}

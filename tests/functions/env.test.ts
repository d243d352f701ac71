import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { business } from '../samples/business.ts';
import {
  ConfigurationError,
  configurationProblems,
  deployContext,
  parseEnv,
  parseMailEnv,
} from '../../functions/_lib/env/env.ts';

const local = {
  CONTEXT: 'dev',
  PUBLIC_SITE_URL: 'http://localhost:4321/',
  PUBLIC_SUPABASE_URL: 'http://127.0.0.1:54321',
  SUPABASE_SECRET_KEY: 'sb_secret_canary',
  RAZORPAY_API_URL: 'http://127.0.0.1:54330/v1',
  RAZORPAY_KEY_ID: 'rzp_test_abc',
  RAZORPAY_KEY_SECRET: 'key-secret-canary',
  RAZORPAY_WEBHOOK_SECRET: 'webhook-secret-canary',
  FREE_INTERVIEW_SECRET: 'free-interview-canary-0123456789',
};

const production = {
  ...local,
  CONTEXT: 'production',
  PUBLIC_SITE_URL: 'https://admitcircle.example',
  PUBLIC_SUPABASE_URL: 'https://abc.supabase.co',
  RAZORPAY_API_URL: undefined,
  RAZORPAY_KEY_ID: 'rzp_live_abc',
};

function problemsOf(
  source: Record<string, string | undefined>,
  parse: (source: Record<string, string | undefined>) => unknown = parseEnv,
): string {
  try {
    parse(source);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message;
    throw error;
  }
  return 'none';
}

test('a complete environment is accepted', () => {
  expect(parseEnv(local)).toEqual({
    siteUrl: 'http://localhost:4321',
    supabase: { url: 'http://127.0.0.1:54321', secretKey: 'sb_secret_canary' },
    razorpay: {
      apiUrl: 'http://127.0.0.1:54330/v1',
      keyId: 'rzp_test_abc',
      keySecrets: ['key-secret-canary'],
      webhookSecrets: ['webhook-secret-canary'],
    },
    freeInterviewSecret: 'free-interview-canary-0123456789',
  });
});

test('P36 the real provider is the default, and the previous webhook secret comes last', () => {
  const changes = { RAZORPAY_API_URL: undefined, RAZORPAY_WEBHOOK_SECRET_PREVIOUS: 'old' };
  const { razorpay } = parseEnv({ ...local, ...changes });
  expect(razorpay.apiUrl).toBe('https://api.razorpay.com/v1');
  expect(razorpay.webhookSecrets).toEqual(['webhook-secret-canary', 'old']);
});

test('every missing or wrong variable is named, and an empty variable counts as missing', () => {
  const problems = problemsOf({
    PUBLIC_SITE_URL: 'admitcircle.example',
    CONTEXT: 'dev',
    PUBLIC_SUPABASE_URL: 'ftp://somewhere',
    SUPABASE_SECRET_KEY: '',
    RAZORPAY_KEY_ID: 'sk_live_abc',
    FREE_INTERVIEW_SECRET: 'too short',
  });
  expect(problems.split('; ')).toEqual([
    'SUPABASE_SECRET_KEY is missing',
    'RAZORPAY_KEY_SECRET is missing',
    'RAZORPAY_WEBHOOK_SECRET is missing',
    'FREE_INTERVIEW_SECRET must have at least 32 characters',
    'PUBLIC_SITE_URL must be a full address that starts with https://',
    'PUBLIC_SUPABASE_URL must be a full address that starts with https://',
    'RAZORPAY_KEY_ID must start with rzp_test_ or rzp_live_',
  ]);
});

test.for([
  [{ RAZORPAY_API_URL: '127.0.0.1:54330/v1' }, 'RAZORPAY_API_URL must be a full address'],
  [
    { MEETING_ROOM_URL: 'http://meet.example.org/{room}' },
    'MEETING_ROOM_URL must be an https address with {room} in it',
  ],
  [
    { MEETING_ROOM_URL: 'https://meet.example.org/all' },
    'MEETING_ROOM_URL must be an https address with {room} in it',
  ],
  [
    { FREE_INTERVIEW_SECRET: 'x'.repeat(31) },
    'FREE_INTERVIEW_SECRET must have at least 32 characters',
  ],
  [{ SUPABASE_SECRET_KEY: 'sb_publishable_abc' }, 'SUPABASE_SECRET_KEY must be the secret key'],
] as const)('the setting %j is refused', ([change, problem]) => {
  expect(problemsOf({ ...local, ...change })).toBe(problem);
});

test('errors do not contain the values of variables', () => {
  const bad = Object.fromEntries(Object.keys(local).map((name) => [name, 'canary\n']));
  expect(problemsOf({ ...bad, CONTEXT: 'production' })).not.toContain('canary');
});

test.for([
  ['a test key', { RAZORPAY_KEY_ID: 'rzp_test_abc' }, 'RAZORPAY_KEY_ID'],
  ['another provider', { RAZORPAY_API_URL: 'https://evil.example/v1' }, 'RAZORPAY_API_URL'],
  [
    'a site address without https',
    { PUBLIC_SITE_URL: 'http://admitcircle.example' },
    'PUBLIC_SITE_URL',
  ],
  [
    'a backend address without https',
    { PUBLIC_SUPABASE_URL: 'http://abc.co' },
    'PUBLIC_SUPABASE_URL',
  ],
] as const)('P48 production refuses %s', ([, change, name]) => {
  expect(problemsOf({ ...production, ...change })).toMatch(new RegExp(`^${name} .*production`));
});

test('P48 live keys work only in production', () => {
  expect(problemsOf(production)).toBe('none');
  for (const CONTEXT of ['deploy-preview', 'branch-deploy', 'dev']) {
    expect(problemsOf({ ...local, CONTEXT, RAZORPAY_KEY_ID: 'rzp_live_abc' }), CONTEXT).toBe(
      'RAZORPAY_KEY_ID must be a test key, rzp_test_…, outside production and at an address of *.netlify.app',
    );
  }
});

test.for([
  ['https://circle.netlify.app', 'rzp_live_abc', 'a test key'],
  ['https://circle.netlify.app.example', 'rzp_test_abc', 'a live key'],
  ['https://netlify.app.circle.example', 'rzp_test_abc', 'a live key'],
  ['https://netlify.app@circle.example', 'rzp_test_abc', 'a live key'],
] as const)('P48 production at %s refuses %s', ([PUBLIC_SITE_URL, key, wanted]) => {
  const problems = problemsOf({ ...production, PUBLIC_SITE_URL, RAZORPAY_KEY_ID: key });
  expect(problems).toContain(`RAZORPAY_KEY_ID must be ${wanted}`);
});

test('P48 a rehearsal at the host’s own address accepts test keys but not the sandbox', () => {
  const rehearsal = {
    ...production,
    PUBLIC_SITE_URL: 'https://circle.netlify.app',
    RAZORPAY_KEY_ID: 'rzp_test_abc',
  };
  expect(problemsOf(rehearsal)).toBe('none');
  expect(problemsOf({ ...rehearsal, RAZORPAY_API_URL: 'https://evil.example/v1' })).not.toBe(
    'none',
  );
});

test('§13.20 the business settings are required where money is taken', () => {
  const all = {
    ...production,
    SMTP_URL: 'smtps://smtp.example.org',
    MAIL_FROM: 'hello@example.org',
    LINK_SECRET: 'canary-of-the-links-0123456789abcdef',
  };
  expect(configurationProblems({ ...all, ...business })).toEqual([]);
  expect(configurationProblems({ ...all, SMTP_URL: 'nonsense' })).toEqual([
    expect.stringContaining('SMTP_URL must look like'),
    expect.stringContaining('PUBLIC_SUPPORT_EMAIL is missing'),
    ...Array<unknown>(6).fill(expect.stringMatching(/^PUBLIC_\w+ is missing/)),
  ]);
  expect(configurationProblems({ ...all, ...local, CONTEXT: 'dev' })).toEqual([]);
});

describe('the deploy context', () => {
  const running = (context: string) => {
    vi.stubGlobal('Netlify', { context: { deploy: { context } } });
    onTestFinished(() => void vi.unstubAllGlobals());
  };

  test('P48 a running function takes its deploy context from Netlify, with or without CONTEXT', () => {
    running('production');
    expect(deployContext({})).toBe('production');
    running('deploy-preview');
    expect(deployContext({ CONTEXT: 'dev' })).toBe('deploy-preview');
  });

  test('P48 a deployed function without a deploy context counts as production', () => {
    expect(deployContext({ AWS_LAMBDA_FUNCTION_NAME: 'checkout' })).toBe('production');
    running('');
    expect(deployContext({ AWS_LAMBDA_FUNCTION_NAME: 'checkout' })).toBe('production');
  });

  test('outside Netlify the deploy context comes from CONTEXT, or is dev if CONTEXT is not set', () => {
    expect(deployContext({ CONTEXT: 'production' })).toBe('production');
    expect(deployContext({})).toBe('dev');
  });
});

describe('§19.9 the email settings', () => {
  const mail = {
    ...production,
    SMTP_URL: 'smtps://me%40host:p%2Fw@smtp.example.org',
    MAIL_FROM: 'hello@example.org',
    LINK_SECRET: 'canary-of-the-links-0123456789abcdef',
  };

  test('the email settings contain the mail service, the sender and the seller', () => {
    const gst = '29ABCDE1234F1Z5';
    const { server, sender, seller } = parseMailEnv({
      ...mail,
      ...business,
      PUBLIC_TAX_NUMBER: gst,
    });
    expect(server).toEqual({
      host: 'smtp.example.org',
      port: 465,
      secure: true,
      encrypted: true,
      auth: { user: 'me@host', pass: 'p/w' },
    });
    expect(sender).toEqual({
      name: 'AdmitCircle',
      address: 'hello@example.org',
      replyTo: business.PUBLIC_SUPPORT_EMAIL,
    });
    expect(seller).toEqual({
      name: 'AdmitCircle',
      legalName: business.PUBLIC_LEGAL_NAME,
      address: business.PUBLIC_ADDRESS,
      taxNumber: gst,
      email: business.PUBLIC_SUPPORT_EMAIL,
      phone: business.PUBLIC_PHONE,
    });
  });

  test.each([
    ['smtp://smtp.example.org', { port: 587, secure: false, encrypted: true, auth: undefined }],
    ['smtp://127.0.0.1:54325', { port: 54325, secure: false, encrypted: false, auth: undefined }],
  ])('the mail service address %s is accepted', (SMTP_URL, expected) => {
    expect(parseMailEnv({ ...mail, ...local, SMTP_URL }).server).toMatchObject(expected);
  });

  test.each([
    [{ SMTP_URL: '' }, 'SMTP_URL is missing'],
    [{ MAIL_FROM: undefined }, 'MAIL_FROM is missing'],
    [{ LINK_SECRET: undefined }, 'LINK_SECRET is missing'],
    [{ LINK_SECRET: 'canary' }, 'LINK_SECRET must have at least 32 characters'],
    [{ SMTP_URL: 'https://smtp.example.org' }, 'SMTP_URL must look like smtps://'],
    [{ SMTP_URL: 'smtps://canary:100%@smtp.example.org' }, 'SMTP_URL must look like smtps://'],
    [{ SMTP_URL: 'smtps://100%:canary@smtp.example.org' }, 'SMTP_URL must look like smtps://'],
    [{ SMTP_URL: 'smtps://smtp.canary example' }, 'SMTP_URL must look like smtps://'],
    [{ SMTP_URL: 'smtps:///canary' }, 'SMTP_URL must look like smtps://'],
    [{ SMTP_URL: 'xsmtps://canary.example' }, 'SMTP_URL must look like smtps://'],
    [{ SMTP_URL: 'smtp://localhost:54325' }, 'SMTP_URL must name a mail service in production'],
    [{ MAIL_FROM: 'AdmitCircle <canary@example.org>' }, 'MAIL_FROM must be an email address'],
    [{ PUBLIC_PHONE: 'canary' }, 'PUBLIC_PHONE is wrong'],
    [{ PUBLIC_SITE_URL: 'http://canary.example' }, 'PUBLIC_SITE_URL must be'],
  ])('production refuses %o without revealing any value', (change, problem) => {
    const problems = problemsOf({ ...mail, ...change }, parseMailEnv);
    expect(problems).toMatch(problem);
    expect(problems).not.toMatch(/canary|; /);
  });

  test.each([{ RAZORPAY_KEY_ID: 'rzp_test_abc' }, { RAZORPAY_KEY_SECRET: undefined }])(
    'sending email does not need a key from the payment provider: %o',
    (change) => {
      expect(problemsOf({ ...mail, ...business, ...change }, parseMailEnv)).toBe('none');
    },
  );

  test('taking payments does not need any email settings', () => {
    expect(problemsOf({ ...production, SMTP_URL: 'nonsense' })).toBe('none');
  });
});

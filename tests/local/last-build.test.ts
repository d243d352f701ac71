import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { placeBuild } from '../../local/site/last-build.ts';
import { temporaryFolder } from '../samples/folder.ts';

/** A checkout whose builds contain only their own number. */
function checkout() {
  const folder = temporaryFolder();
  const path = (name: string) => join(folder, name);
  /** Writes a file, or adds to the file. */
  const write = (name: string) => {
    mkdirSync(dirname(path(name)), { recursive: true });
    appendFileSync(path(name), 'x');
  };
  const files = ['src/pages/index.astro', 'public/robots.txt', 'build/chunks.ts', 'local/build.ts'];
  const settings = ['astro.config.mjs', 'tsconfig.json', 'package.json', 'package-lock.json'];
  [...files, ...settings, '.gitignore'].forEach(write);
  const spies = [
    vi.spyOn(process, 'cwd').mockReturnValue(folder),
    vi.spyOn(console, 'log').mockReturnValue(undefined),
  ];
  onTestFinished(() => spies.forEach((spy) => spy.mockRestore()));

  const given: unknown[] = [];
  return {
    path,
    write,
    /** The variables of each build. */
    given,
    /** Places a build; resolves to its number. */
    place: async (environment: Record<string, string> = {}, meanwhile?: () => void) => {
      const dist = path('dist');
      rmSync(dist, { recursive: true, force: true });
      await placeBuild(environment, dist, (folder, variables) => {
        mkdirSync(folder);
        writeFileSync(join(folder, 'index.html'), String(given.push(variables)));
        meanwhile?.();
        return Promise.resolve();
      });
      return Number(readFileSync(join(dist, 'index.html'), 'utf8'));
    },
  };
}

test('§20.40 a build runs again only when a file it reads has changed or a new day has begun', async () => {
  const { place, write, path } = checkout();
  expect(await place()).toBe(1);
  expect(await place()).toBe(1);
  write('functions/checkout.ts');
  write('tests/run.ts');
  expect(await place({ SMTP_URL: 'smtp://127.0.0.1' })).toBe(1);

  const changed = ['src/pages/index.astro', 'public/og/new.png', 'build/chunks.ts', '.gitignore'];
  const settings = ['astro.config.mjs', 'package-lock.json', 'tsconfig.json', 'local/build.ts'];
  let number = 1;
  for (const name of [...changed, ...settings]) {
    write(name);
    number += 1;
    expect(await place(), name).toBe(number);
  }
  rmSync(path('public/og/new.png'));
  expect(await place(), 'a deleted file needs a new build').toBe(number + 1);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 24 * 60 * 60 * 1000 });
  onTestFinished(() => void vi.useRealTimers());
  expect(await place(), 'the next day needs a new build').toBe(number + 2);
});

test('§20.40 a build reads only the variables that affect it', async () => {
  const { place, given } = checkout();
  vi.stubEnv('PUBLIC_CITY', 'Pune');
  onTestFinished(() => void vi.unstubAllEnvs());
  const environment = { CONTEXT: 'dev', MAIL_FROM: 'a@b.example', RAZORPAY_KEY_SECRET: 'secret' };
  expect(await place(environment)).toBe(1);
  expect(given).toEqual([{ CONTEXT: 'dev', MAIL_FROM: 'a@b.example', PUBLIC_CITY: 'Pune' }]);

  vi.stubEnv('PUBLIC_CITY', 'Nagpur');
  expect(await place(environment)).toBe(2);
  expect(await place({ ...environment, MAIL_FROM: 'c@b.example' })).toBe(3);
  expect(await place({ ...environment, CONTEXT: 'deploy-preview' })).toBe(4);
});

test('§20.40 a build during which a file changed is used only once', async () => {
  const { place, write } = checkout();
  const change = () => write('src/pages/index.astro');
  expect(await place({}, change)).toBe(1);
  expect(await place()).toBe(2);
  expect(await place()).toBe(2);
});

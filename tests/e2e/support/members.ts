import { expect, type Page } from 'playwright/test';
import * as v from 'valibot';
import { storageKeys } from '../../../src/lib/storage-keys.ts';
import { here, stack } from './stack.ts';
import { newPerson, type Person } from './test.ts';

const session = v.looseObject({
  access_token: v.string(),
  refresh_token: v.string(),
  expires_at: v.number(),
  user: v.looseObject({ id: v.string() }),
});

/** A session in the format in which the account service returns it and the site stores it. */
export type MemberSession = v.InferOutput<typeof session>;

export type MemberOfSite = Person & { id: string; session: MemberSession };

/** Calls the account service with the publishable key, as a browser does. */
export async function askAccounts(path: string, body?: object, token?: string): Promise<Response> {
  return fetch(`${stack.backend}/auth/v1/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      apikey: stack.publishableKey,
      authorization: `Bearer ${token ?? stack.publishableKey}`,
      'content-type': 'application/json',
    },
    ...(body && { body: JSON.stringify(body) }),
  });
}

/** Logs a person in outside this browser, as on another device. */
export async function newSession({ email, password }: Person): Promise<MemberSession> {
  const response = await askAccounts('token?grant_type=password', { email, password });
  const given = v.parse(session, await response.json());
  here.know({ id: given.user.id, token: given.access_token });
  return given;
}

/** Creates an account through the API, for tests that are not about the form. */
export async function createMember(changes: Partial<Person> = {}): Promise<MemberOfSite> {
  const person = newPerson(changes);
  const { email, password, firstname, lastname, phonenumber } = person;
  const response = await askAccounts('signup', {
    email,
    password,
    data: { firstname, lastname, phonenumber, email, referralcode: '0000' },
  });
  const given = v.parse(session, await response.json());
  here.know({ id: given.user.id, token: given.access_token });
  return { ...person, id: given.user.id, session: given };
}

/** Stores a session in this browser, as a login would. */
export async function storeSession(page: Page, kept: MemberSession): Promise<void> {
  const place = '**/place-for-a-session';
  await page.route(place, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<link rel="icon" href="data:,">' }),
  );
  await page.goto('/place-for-a-session');
  await page.evaluate(
    ([key, value, flag]) => {
      localStorage.setItem(key, value);
      localStorage.setItem(flag, 'true');
    },
    [storageKeys.session, JSON.stringify(kept), storageKeys.isLoggedIn] as const,
  );
}

/** Creates a member and logs them in in this browser. */
export async function becomeMember(
  page: Page,
  changes: Partial<Person> = {},
): Promise<MemberOfSite> {
  const member = await createMember(changes);
  await storeSession(page, member.session);
  return member;
}

export async function openProfile(page: Page): Promise<void> {
  await page.goto('/dashboard/profile');
  await expect(page.getByLabel('First Name')).toBeEditable();
}

/** Makes the stored access token look expired, as after an hour away. */
export async function expireToken(page: Page): Promise<void> {
  await page.evaluate((key) => {
    const session = JSON.parse(localStorage.getItem(key) ?? '{}');
    localStorage.setItem(key, JSON.stringify({ ...session, expires_at: 1 }));
  }, storageKeys.session);
}

/** The keys in the site’s localStorage and in this tab’s sessionStorage. */
export function keptKeys(page: Page): Promise<{ local: string[]; session: string[] }> {
  return page.evaluate(() => ({
    local: Object.keys(localStorage),
    session: Object.keys(sessionStorage),
  }));
}

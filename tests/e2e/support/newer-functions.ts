import bcd from '@mdn/browser-compat-data' with { type: 'json' };
import type { Identifier, SupportStatement } from '@mdn/browser-compat-data/types';
import type { BrowserContext } from 'playwright/test';
import { oldestBrowsers } from '../../../src/prerender/oldest-browsers.ts';

const oldest = [
  ['chrome', oldestBrowsers.chrome],
  ['safari_ios', oldestBrowsers.safari],
  ['firefox', oldestBrowsers.firefox],
] as const;

/** Whether this browser version lacks something, by MDN’s data; a feature without data counts as present. */
function isMissing(statement: SupportStatement | undefined, version: string): boolean {
  if (!statement) return false;
  return [statement].flat().every(({ version_added: added, flags, alternative_name, prefix }) => {
    if (flags || alternative_name || prefix || added === false) return true;
    return added !== 'preview' && Number.parseFloat(added.replace('≤', '')) > Number(version);
  });
}

const isNewer = ({ __compat: compat }: Identifier) =>
  compat !== undefined &&
  oldest.some(([browser, version]) => isMissing(compat.support[browser], version));

/** The newer features: a global (‘Iterator’), or a member of a global or of its prototype (‘Map’, ‘groupBy’). */
type Newer = { name: string; member?: string; owner?: 'global' | 'prototype' };

function newerIn(globals: Identifier, ownerOf: (member: string) => Newer['owner']): Newer[] {
  return Object.entries<Identifier>(globals).flatMap(([name, global]) => {
    if (isNewer(global)) return [{ name }];
    return Object.entries<Identifier>(global)
      .filter(([member, feature]) => !/^__compat$|^@@|_event$/.test(member) && isNewer(feature))
      .map(([member]) => {
        const owner = ownerOf(member);
        return { name, member: member.replace(/_static$/, ''), ...(owner && { owner }) };
      });
  });
}

const newer = [
  // The data about the language does not say which functions are static.
  ...newerIn(bcd.javascript['builtins'] ?? {}, () => undefined),
  ...newerIn(bcd.api, (member) => (member.endsWith('_static') ? 'global' : 'prototype')),
  // Playwright’s own selectors need this function; ESLint keeps it out of the site.
].filter(({ member }) => member !== 'checkVisibility');

/** Removes, on every page of the context, each function and object that the oldest browsers lack (§12.47). */
export async function takeNewerAway(context: BrowserContext): Promise<void> {
  await context.addInitScript((list: Newer[]) => {
    for (const { name, member, owner } of list) {
      if (member === undefined) {
        Reflect.deleteProperty(globalThis, name);
        continue;
      }
      // Window’s own members belong to the window itself.
      if (name === 'Window') Reflect.deleteProperty(globalThis, member);
      const global: unknown = Reflect.get(globalThis, name);
      if (!(global instanceof Object)) continue;
      const prototype: unknown = Reflect.get(global, 'prototype');
      if (owner !== 'prototype') Reflect.deleteProperty(global, member);
      if (owner !== 'global' && prototype instanceof Object) {
        Reflect.deleteProperty(prototype, member);
      }
    }
  }, newer);
}

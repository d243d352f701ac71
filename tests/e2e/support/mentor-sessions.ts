import { createClient } from '@supabase/supabase-js';
import type { Page } from 'playwright/test';
import * as v from 'valibot';
import { sqlEditor } from '../../../local/backend/sql-editor.ts';
import type { Database } from '../../../src/lib/database.types.ts';
import { sessionSamples } from '../../sessions.ts';
import { createMember, type MemberOfSite } from './members.ts';
import { stack } from './stack.ts';

/** Mentors, slots and packs in the stack under test. */
export const samples = sessionSamples(sqlEditor(stack.backend, stack.secretKey));

/** The database as this member reaches it. */
export function asMember({ session }: MemberOfSite) {
  return createClient<Database>(stack.backend, stack.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { headers: { authorization: `Bearer ${session.access_token}` } },
  });
}

/** Creates a member with a pack who books a slot; resolves to the member and the booking's id. */
export async function bookedMember(slot: string, firstname: string) {
  const member = await createMember({ firstname });
  const p_order = await samples.newPack(member.id);
  const { data } = await asMember(member)
    .rpc('book_slot', { p_slot: slot, p_order, p_institute: 'IIM Bangalore' })
    .throwOnError();
  return { member, booking: v.parse(v.object({ id: v.string() }), data).id };
}

/** What a mentor gives a score for, and the scores that tests give. */
export const scores = { Content: '4', Structure: '3', Communication: '5', Presence: '2' };

/** Chooses the scores, and writes the three texts. */
export async function fillFeedback(page: Page): Promise<void> {
  await page.getByRole('radio', { name: 'Yes' }).check();
  for (const [criterion, score] of Object.entries(scores)) {
    const group = page.getByRole('group', { name: criterion });
    await group.getByRole('radio', { name: new RegExp(`^${score}`) }).check();
  }
  await page.getByLabel('What went well').fill('A clear story.\n\nGood questions.');
  await page.getByLabel('What to work on').fill('Shorter answers.');
  await page.getByLabel('One exercise').fill('Record three answers of a minute.');
}

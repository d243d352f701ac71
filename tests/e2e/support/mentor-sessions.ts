import type { Page } from 'playwright/test';
import { createMember } from './members.ts';
import { samples } from './sessions.ts';

/** Creates a member with a pack who books a slot; resolves to the member and the booking’s id. */
export async function bookedMember(slot: string, firstname: string) {
  const member = await createMember({ firstname });
  const pack = await samples.newPack(member.id);
  const booking = await samples.book(member.id, slot, pack, 'IIM Bangalore');
  return { member, booking: booking.id };
}

/** The criteria that a mentor scores, and the scores that tests give. */
export const scores = { Content: '4', Structure: '3', Communication: '5', Presence: '2' };

/** The criteria for a GD, and their scores. */
export const gdScores = {
  Content: '4',
  Listening: '3',
  'Building on others': '5',
  Leadership: '2',
};

/** Selects the scores and writes the three texts. */
export async function fillFeedback(
  page: Page,
  given: Record<string, string> = scores,
): Promise<void> {
  await page.getByRole('radio', { name: 'Yes' }).check();
  for (const [criterion, score] of Object.entries(given)) {
    const group = page.getByRole('group', { name: criterion });
    await group.getByRole('radio', { name: new RegExp(`^${score}`) }).check();
  }
  await page.getByLabel('What went well').fill('A clear story.\n\nGood questions.');
  await page.getByLabel('What to work on').fill('Shorter answers.');
  await page.getByLabel('One exercise').fill('Record three answers of a minute.');
}

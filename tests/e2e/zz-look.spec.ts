import { writeFileSync } from 'node:fs';
import { openDesk } from './support/desk.ts';
import { createMember } from './support/members.ts';
import { addBooking, addPack, openSlot, samples } from './support/sessions.ts';
import { samples as loans } from './support/loans.ts';
import { refundsOn } from '../samples/refunds.ts';
import { editor, here } from './support/stack.ts';
import { expect, test } from './support/test.ts';
test.setTimeout(300_000);
test('look', async ({ page }) => {
  const member = await createMember({ firstname: 'Asha' });
  const order = await addPack(member.id);
  const slot = await openSlot('interview', 20);
  await addBooking(member.id, order, slot.id);
  const gd = await openSlot('gd', 30);
  await addBooking(member.id, order, gd.id);
  for (let i = 0; i < 12; i += 1) await openSlot(i % 3 ? 'interview' : 'gd', 40 + 7 * i);
  const other = await createMember({ firstname: 'Vikram' });
  const pack = await samples.newPack(other.id);
  await refundsOn(here).ask(other.id, pack);
  await editor(`insert into private.messages (idempotency_key, about, name, email, body, settle_by)
    values (gen_random_uuid(), 'question', 'Neha Gupta', 'neha@kmail.example', 'When does the group for 2027 close?', current_date + 30)`);
  await loans.newChoice();
  await editor(`update public.profiles set created_at = created_at - (random() * 50) * interval '1 day' where email not like 'owner%'`);
  const files: string[] = [];
  const shoot = async (name: string, width: number, full = false) => {
    await page.setViewportSize({ width, height: width < 500 ? 740 : 900 });
    await page.waitForTimeout(400);
    await page.screenshot({ path: `/tmp/look-a/${name}-${width}.png`, fullPage: full });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    files.push(`${name} ${width}: ${wide}`);
  };
  await page.setViewportSize({ width: 360, height: 740 });
  await openDesk(page);
  const screens: [string, string, boolean][] = [
    ['today', '/desk', true], ['sessions', '/desk?screen=sessions', true], ['week', '/desk?screen=sessions&view=week', true],
    ['list', '/desk?screen=sessions&view=list&show=booked', false], ['money', '/desk?screen=money', true],
    ['payments', '/desk?screen=money&status=captured', true], ['find', '/desk?screen=find', false],
    ['loan', '/desk?screen=loan&intake=2027', false], ['mentors', '/desk?screen=mentors', false], ['people', '/desk?screen=people', false],
    ['member', `/desk?screen=find&member=${member.id}`, true],
  ];
  for (const [name, address, full] of screens) {
    await page.goto(address);
    await expect(page.locator('.desk-said')).toBeAttached();
    await expect(page.locator('.loading-page')).toHaveCount(0);
    await shoot(name, 360, full);
    await shoot(name, 1280, full && name !== 'member');
  }
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`/desk?screen=find&member=${member.id}`);
  await page.getByRole('button', { name: 'Book a session' }).first().click();
  const times = page.getByRole('dialog').getByLabel('Time');
  await times.selectOption({ index: 1 });
  await shoot('book', 360);
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/desk');
  await expect(page.locator('.line-charts')).toBeVisible();
  await page.locator('.line-charts').scrollIntoViewIfNeeded();
  await shoot('forced', 360);
  writeFileSync('/tmp/look-a/widths.txt', files.join('\n'));
});

import * as v from 'valibot';
import { createMemberStore, rpc } from '../../lib/member-data.ts';

/** Whether the member gets mails about news (§18.94). */
export const news = createMemberStore('news', () => rpc('wants_announcements', {}, v.boolean()));

/** Stops the mails about news, or starts them again. Resolves once the page shows it. */
export const setNews = (wanted: boolean) =>
  news.replace(() => rpc('set_announcements', { p_wanted: wanted }, v.boolean()));

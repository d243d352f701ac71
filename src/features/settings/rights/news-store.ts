import * as v from 'valibot';
import { createMemberStore, rpc } from '../../../lib/member-data.ts';

const news = createMemberStore('news', () => rpc('wants_announcements', {}, v.boolean()));

/** Whether the member gets mails about news (§18.93). */
export const $wantsNews = news.$data;

export const refreshNews = news.refresh;

/** Ends the mails about news, or lets them come again. Resolves once the page shows it. */
export const setNews = (wanted: boolean) =>
  news.change(() => rpc('set_announcements', { p_wanted: wanted }, v.unknown()));

/** Ends them for the member of a link in such a mail; no log-in is needed. Throws `link_not_valid`. */
export const unsubscribe = (token: string) => rpc('unsubscribe', { p_token: token }, v.unknown());

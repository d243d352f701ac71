import * as v from 'valibot';
import { rpc } from '../../lib/member-data.ts';
import { createMemberStore } from '../../lib/member-store.ts';

const wanted = v.boolean();

/** Whether the member gets emails about news (§18.94). */
export const news = createMemberStore('news', () => rpc('wants_announcements', {}, wanted));

/** Starts or stops the emails about news. Throws if that failed. */
export const setNews = (on: boolean) =>
  news.replace(() => rpc('set_announcements', { p_wanted: on }, wanted));

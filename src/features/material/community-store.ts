import * as v from 'valibot';
import { loadSupabase } from '../../lib/supabase.ts';
import { createMemberStore } from '../../lib/member-data.ts';

const links = v.array(
  v.object({
    name: v.string(),
    text: v.string(),
    url: v.string(),
    is_sample: v.boolean(),
  }),
);

/** Where members meet (§18.15). Row level security keeps visitors out. */
export const { $data: $community } = createMemberStore('community', async () => {
  const supabase = await loadSupabase();
  const { data } = await supabase
    .from('community_links')
    .select('name,text,url,is_sample')
    .order('created_at')
    .throwOnError();
  return v.parse(links, data);
});

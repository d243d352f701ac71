import { useStore } from '@nanostores/react';
import * as v from 'valibot';
import { createMemberStore } from '../../lib/member-store.ts';
import { loadSupabase } from '../../lib/supabase.ts';
import { NewTabLink } from '../ui/NewTabLink.tsx';

const links = v.array(
  v.object({ name: v.string(), text: v.string(), url: v.string(), is_sample: v.boolean() }),
);

/** Links to where members meet (§18.15). Row level security hides them from visitors. */
const { $data: $community } = createMemberStore('community', async () => {
  const supabase = await loadSupabase();
  const { data } = await supabase
    .from('community_links')
    .select('name,text,url,is_sample')
    .order('created_at')
    .throwOnError();
  return v.parse(links, data);
});

/** The links to the community (§18.15). Leaves out the section if there are no links, or while they are unknown. */
export function Community() {
  const { data = [] } = useStore($community, { ssr: 'initial' });
  // `client:visible` can observe only an element that has a height.
  if (data.length === 0) return <div className="material-none" />;
  return (
    <section aria-labelledby="community" className="card mt-10 p-6">
      <h2 id="community" className="text-2xl">
        Community
      </h2>
      <ul className="mt-1 grid gap-4">
        {data.map(({ name, text, url, is_sample }) => (
          <li key={name} className="flex flex-wrap items-center gap-x-6 gap-y-2">
            {text && <span className="min-w-60 flex-1">{text}</span>}
            <NewTabLink
              className="button button-quiet"
              href={url}
            >{`${name}${is_sample ? ' (sample)' : ''}`}</NewTabLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

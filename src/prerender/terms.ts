import { getCollection } from 'astro:content';

const days = (await getCollection('policies')).map(({ data }) =>
  data.updatedDate.toISOString().slice(0, 10),
);

/** The version of the terms that a member accepts: the date of the newest policy (§18.8). */
export const [termsVersion = ''] = days.toSorted().toReversed();

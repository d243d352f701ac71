/** The lists on the desk's first screen, in order. */
export const todayLists = [
  'health',
  'waiting',
  'agenda',
  'news',
  'weeks',
  'money_week',
  'page_views_by_week',
  'referrals',
  'blocked_loads',
  'jobs',
] as const;

/** The calls that the desk makes early (§12.57). The second is made only when an owner opens Today. */
export const firstCallsOfDesk = [
  'rpc/desk_status',
  `rpc/desk_read#${JSON.stringify({ p_lists: todayLists.map((name) => ({ name, args: {} })) })}`,
] as const;

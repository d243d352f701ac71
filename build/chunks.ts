/**
 * Which modules the browser gets in one file. Left alone the bundler makes a file of every small
 * module that two islands share, and each costs a request (budgets: bench/budgets.ts).
 */
export const chunkGroups = [
  {
    name: 'react',
    test: /\/node_modules\/(?:react|react-dom|scheduler|@astrojs\/react|@nanostores\/react)\//,
    priority: 4,
  },
  {
    name: 'shared',
    test: /\/node_modules\/(?:nanostores|valibot)\/|\/src\/(?:features\/toasts\/[\w-]+|lib\/storage-keys|domain\/messages)\.ts$/,
    priority: 3,
  },
  {
    name: 'form',
    test: /\/node_modules\/react-hook-form\/|\/src\/features\/form\//,
    priority: 2,
  },
  {
    name: 'member',
    test: /\/src\/(?:features\/(?:session|account|errors)\/[\w-]+\.ts|features\/errors\/[\w-]+\.tsx|lib\/supabase\.ts|domain\/(?:account-rules|next-path)\.ts)$/,
    priority: 1,
  },
];

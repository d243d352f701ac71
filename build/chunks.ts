/**
 * Which modules the browser gets in one file. Left alone the bundler makes a file of every small
 * module that two islands share, and each costs a request (budgets: bench/budgets.ts). A group takes
 * what its modules import along, unless a group of higher priority has it.
 */
export const chunkGroups = [
  {
    name: 'react',
    test: /\/node_modules\/(?:react|react-dom|scheduler|@astrojs\/react|@nanostores\/react)\/|\/features\/form\/use-hydrated\.ts$/,
    priority: 4,
  },
  {
    name: 'shared',
    test: /\/node_modules\/(?:nanostores|valibot)\/|\/src\/(?:features\/toasts\/[\w-]+|lib\/storage-keys|domain\/messages)\.ts$/,
    priority: 3,
  },
  {
    name: 'member',
    test: /\/src\/(?:features\/(?:session|account|errors)\/[\w-]+\.ts|features\/errors\/[\w-]+\.tsx|features\/profile\/(?:Avatar\.tsx|profile-store\.ts)|lib\/supabase\.ts|domain\/(?:account-rules|next-path)\.ts)$/,
    priority: 2,
  },
  {
    name: 'form',
    test: /\/node_modules\/react-hook-form\/|\/src\/features\/(?:form\/|account\/ResendButton\.tsx)/,
    priority: 1,
  },
];

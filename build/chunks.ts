/**
 * Which modules the browser gets in one file. Left alone the bundler makes a file of every small
 * module that two islands share, and each costs a request (budgets: bench/budgets.ts). A group takes
 * what its modules import along, unless a group of higher priority has it.
 */
export const chunkGroups = [
  {
    name: 'react',
    test: /\/node_modules\/(?:react|react-dom|scheduler|@astrojs\/react|@nanostores\/react)\/|\/features\/form\/use-hydrated\.ts$|^\0es:/,
    priority: 5,
  },
  // What any island may need.
  {
    name: 'shared',
    test: /\/node_modules\/nanostores\/|\/src\/(?:features\/(?:toasts\/toast|errors\/error-boundary|session\/login-flag|account\/(?:leave|login-address|mail-link|not-loaded))|lib\/(?:storage-keys|supabase)|domain\/(?:messages|next-path))\.tsx?$|astro:env\/client/,
    priority: 4,
  },
  {
    name: 'form-fields',
    test: /\/node_modules\/react-hook-form\/|\/src\/(?:features\/(?:form\/|account\/(?:account|ResendButton)\.)|domain\/account-rules\.ts)/,
    priority: 3,
  },
  // What any island of a member may need.
  {
    name: 'member',
    test: /\/node_modules\/valibot\/|\/src\/(?:features\/(?:session\/[\w-]+|toasts\/carried-toast|profile\/(?:Avatar|profile-store)|account\/(?:auth-errors|guard|logout|password|Logout|AccountMenu|SidebarLogout))|lib\/mount|domain\/(?:packs|money))\.tsx?$/,
    priority: 2,
  },
];

/**
 * Which modules the browser gets in one file. Left alone the bundler makes a file of every small
 * module that two islands share, and each costs a request (budgets: bench/budgets.ts). A group takes
 * what its modules import along, unless a group of higher priority has it.
 */
export const chunkGroups = [
  // What any script may need, and what reads and checks data. Both stand above React and never need it,
  // so that a page without an island does not download it.
  {
    name: 'shared',
    test: /\/node_modules\/nanostores\/|\/src\/(?:features\/(?:toasts\/toast|session\/login-flag|account\/(?:leave-login|carry-next|login-address|mail-link|not-loaded))|lib\/(?:storage-keys|supabase)|domain\/(?:messages|next-path))\.tsx?$|astro:env\/client/,
    priority: 6,
  },
  {
    name: 'data',
    test: /\/node_modules\/(?:valibot|@nanostores\/query)\/|\/src\/(?:features\/(?:session\/member|account\/auth-errors)|domain\/(?:packs|money))\.ts$/,
    priority: 6,
  },
  // React, and what every island takes from it.
  {
    name: 'react',
    test: /\/node_modules\/(?:react|react-dom|scheduler|@astrojs\/react|@nanostores\/react)\/|\/features\/(?:form\/use-hydrated|errors\/error-boundary)\.tsx?$|^\0es:/,
    priority: 5,
  },
  {
    name: 'form-fields',
    test: /\/node_modules\/react-hook-form\/|\/src\/(?:features\/(?:form\/|account\/(?:account|ResendButton)\.)|domain\/account-rules\.ts)/,
    priority: 3,
  },
  // What any island of a member may need.
  {
    name: 'member',
    test: /\/src\/(?:features\/(?:session\/[\w-]+|toasts\/carried-toast|profile\/(?:Avatar|profile-store)|account\/(?:guard|start-account-menu|logout|password|Logout|AccountMenu|SidebarLogout))|lib\/mount)\.tsx?$/,
    priority: 2,
  },
];

/** The file of an island or of a page's script, named after its component alone. */
export function entryFileNames({ name }: { name: string }): string {
  return `_astro/${name.replace(/\..*/, '')}.[hash].js`;
}

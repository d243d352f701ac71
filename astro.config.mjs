import { fileURLToPath } from 'node:url';
import react from '@astrojs/react';
import sitemap from '@astrojs/sitemap';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, envField, fontProviders } from 'astro/config';
import { chunkGroups, entryFileNames } from './build/chunks.ts';
import { contentSecurityPolicy } from './build/content-security-policy.ts';
import { noSessionChannel } from './build/no-session-channel.ts';
import { refuseUnsafeEnvironment } from './build/production-environment.ts';
import { finishPages } from './build/finish-pages.ts';
import { reactModules } from './build/react-modules.ts';
import { staticHeaders } from './build/static-headers.ts';
import { listedInSitemap } from './build/sitemap.ts';
import { parseSite } from './src/content/parse-site.ts';

refuseUnsafeEnvironment(process.env);
const { url } = parseSite(process.env);

export default defineConfig({
  site: url,
  outDir: process.env.SITE_DIST ?? 'dist',
  trailingSlash: 'never',
  build: { format: 'file', inlineStylesheets: 'always' },
  markdown: { syntaxHighlight: false },
  integrations: [react(), sitemap({ filter: listedInSitemap }), finishPages(), staticHeaders()],
  fonts: [
    {
      provider: fontProviders.local(),
      name: 'Eczar',
      cssVariable: '--font-display',
      fallbacks: [
        ...['Eczar like Times', 'Eczar like Noto Serif'],
        ...['Iowan Old Style', 'Georgia', 'serif'],
      ],
      optimizedFallbacks: false,
      options: {
        variants: [{ src: ['./src/assets/fonts/eczar-600.woff2'], weight: '600', style: 'normal' }],
      },
    },
    {
      provider: fontProviders.local(),
      name: 'Anek Latin',
      cssVariable: '--font-sans',
      fallbacks: ['Anek like Arial', 'Anek like Roboto', 'system-ui', 'sans-serif'],
      optimizedFallbacks: false,
      options: {
        variants: [
          { src: ['./src/assets/fonts/anek-latin.woff2'], weight: '400 600', style: 'normal' },
        ],
      },
    },
  ],
  env: {
    schema: {
      PUBLIC_SUPABASE_URL: envField.string({ context: 'client', access: 'public', url: true }),
      PUBLIC_SUPABASE_PUBLISHABLE_KEY: envField.string({ context: 'client', access: 'public' }),
      PUBLIC_CHECKOUT_SCRIPT_URL: envField.string({
        context: 'client',
        access: 'public',
        url: true,
        default: 'https://checkout.razorpay.com/v1/checkout.js',
      }),
      PUBLIC_ANALYTICS_URL: envField.string({
        context: 'client',
        access: 'public',
        default: '/api/pageview',
      }),
    },
  },
  security: { csp: contentSecurityPolicy(process.env) },
  vite: {
    // local/run.ts reads `.env`, for those commands that take it.
    envDir: false,
    plugins: [tailwindcss(), reactModules(), noSessionChannel()],
    environments: {
      client: {
        build: {
          modulePreload: false,
          rolldownOptions: { output: { codeSplitting: { groups: chunkGroups }, entryFileNames } },
        },
      },
    },
    resolve: {
      alias: {
        '@supabase/realtime-js': fileURLToPath(new URL('src/lib/no-realtime.ts', import.meta.url)),
      },
    },
  },
});

import { fileURLToPath } from 'node:url';
import react from '@astrojs/react';
import sitemap from '@astrojs/sitemap';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, envField, fontProviders } from 'astro/config';
import { chunks } from './build/chunks.ts';
import { contentSecurityPolicy } from './build/content-security-policy.ts';
import { memberDirective } from './build/member-directive.ts';
import { noSessionChannel } from './build/no-session-channel.ts';
import { staticHeaders } from './build/static-headers.ts';
import { headScripts } from './build/head-scripts.ts';
import { listedInSitemap } from './build/sitemap.ts';
import { oldestBrowsers } from './src/prerender/oldest-browsers.ts';
import { checkEnvironment, parseServices, parseSite } from './src/prerender/environment.ts';

checkEnvironment(process.env);
const site = parseSite(process.env);
const services = parseServices(process.env);

export default defineConfig({
  site: site.url,
  outDir: process.env.SITE_DIST ?? 'dist',
  trailingSlash: 'never',
  // The scope is a class, so a parent also styles a child component that applies its `class` prop.
  scopedStyleStrategy: 'class',
  build: { format: 'file', inlineStylesheets: 'always' },
  markdown: { syntaxHighlight: false },
  integrations: [
    react(),
    memberDirective(),
    sitemap({ filter: listedInSitemap }),
    staticHeaders(services),
  ],
  // The fallback fonts are in src/styles/fallback-fonts.css.
  fonts: [
    {
      provider: fontProviders.local(),
      name: 'Eczar',
      cssVariable: '--font-eczar',
      fallbacks: [],
      options: {
        variants: [{ src: ['./src/assets/fonts/eczar-600.woff2'], weight: '600', style: 'normal' }],
      },
    },
    {
      provider: fontProviders.local(),
      name: 'Anek Latin',
      cssVariable: '--font-anek',
      fallbacks: [],
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
      PUBLIC_CAPTCHA_SITE_KEY: envField.string({
        context: 'client',
        access: 'public',
        optional: true,
      }),
      PUBLIC_CHECKOUT_SCRIPT_URL: envField.string({
        context: 'client',
        access: 'public',
        url: true,
        default: services.checkoutScript,
      }),
    },
  },
  security: { csp: contentSecurityPolicy(site, services) },
  vite: {
    // local/run.ts reads `.env` for the commands that use it.
    envDir: false,
    build: { target: Object.entries(oldestBrowsers).map(([name, version]) => name + version) },
    plugins: [tailwindcss(), headScripts(), noSessionChannel(), chunks()],
    resolve: {
      alias: {
        '@supabase/functions-js': fileURLToPath(new URL('build/no-functions.ts', import.meta.url)),
        '@supabase/realtime-js': fileURLToPath(new URL('build/no-realtime.ts', import.meta.url)),
      },
    },
  },
});

import { defineCollection } from 'astro:content';
import { checkPacks } from './prerender/check-packs.ts';
import { markdownPages, yamlList } from './prerender/loaders.ts';
import { siteTokens } from './prerender/environment.ts';
import { faqSchema, policySchema, portrait, testimonialSchema } from './prerender/schemas.ts';
import { site } from './prerender/site.ts';
import { policyIds } from './content/routes.ts';
import { packs } from './domain/packs/packs.ts';

checkPacks(packs);
const tokens = siteTokens(site);

const faqs = defineCollection({
  loader: yamlList('src/content/faqs.yml', faqSchema, tokens, 'answer'),
  schema: faqSchema,
});

const testimonials = defineCollection({
  loader: yamlList('src/content/testimonials.yml', testimonialSchema(portrait), tokens),
  schema: ({ image }) => testimonialSchema(image()),
});

const policies = defineCollection({
  loader: markdownPages('src/content/policies', policyIds, policySchema, tokens),
  schema: policySchema,
});

export const collections = { faqs, testimonials, policies };

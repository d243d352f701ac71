import { defineCollection } from 'astro:content';
import { checkPacks } from './content/check-packs.ts';
import { markdownPages, yamlList } from './content/loaders.ts';
import { siteTokens } from './content/parse-site.ts';
import {
  faqSchema,
  policyRoutes,
  policySchema,
  portrait,
  testimonialSchema,
} from './content/schemas.ts';
import { site } from './content/site.ts';
import { packs } from './domain/packs.ts';

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
  loader: markdownPages('src/content/policies', policyRoutes, policySchema, tokens),
  schema: policySchema,
});

export const collections = { faqs, testimonials, policies };

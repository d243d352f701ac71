import { defineCollection } from 'astro:content';
import { markdownPages, yamlList } from './prerender/loaders.ts';
import { faqSchema, policySchema, portrait, testimonialSchema } from './prerender/schemas.ts';
import { site } from './prerender/site.ts';
import { policyIds } from './content/routes.ts';

const faqs = defineCollection({
  loader: yamlList('src/content/faqs.yml', faqSchema, site, 'answer'),
  schema: faqSchema,
});

const testimonials = defineCollection({
  loader: yamlList('src/content/testimonials.yml', testimonialSchema(portrait), site),
  schema: ({ image }) => testimonialSchema(image()),
});

const policies = defineCollection({
  loader: markdownPages('src/content/policies', policyIds, policySchema, site),
  schema: policySchema,
});

export const collections = { faqs, testimonials, policies };

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'astro/zod';

/** An entry's id, which error messages use to identify the entry. */
const entryId = z.string().regex(/^[a-z][a-z\d-]*$/, 'must be small letters, digits and hyphens');

/** The longest title that, with ' | AdmitCircle', stays within the 60 characters that a search result shows. */
export const seoTitle = z
  .string()
  .min(5, 'must have at least 5 characters')
  .max(46, 'must have up to 46 characters, so that the site name still fits');

/** Page descriptions, short enough for a search result to show in full. */
export const seoDescription = z
  .string()
  .min(50, 'must have at least 50 characters')
  .max(160, 'must have up to 160 characters, or search results cut it off');

/** Joins the lines of each paragraph. A blank line separates paragraphs. */
function unwrapLines(text: string): string {
  return text
    .trim()
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.replaceAll('\n', ' '))
    .join('\n\n');
}

/** A question on the home page, with its answer (§13.3). */
export const faqSchema = z.strictObject({
  id: entryId,
  serial: z.int().min(1, 'must be 1 or more').describe('Position on the page, from 1.'),
  question: z.string().endsWith('?', 'must end with a question mark'),
  answer: z
    .string()
    .min(80, 'must have at least 80 characters')
    .transform(unwrapLines)
    .describe(
      'Plain text; a blank line starts a new paragraph. Tokens such as {email} are filled.',
    ),
});

/** A sample's profile link, which must not point to a real person's profile. */
const neutralProfile = 'https://www.linkedin.com/';

function wordCount(text: string): number {
  return text.trim().split(/\s+/).length;
}

/** The path of an existing picture, relative to src/content/. */
export const portrait = z.string().refine((path) => existsSync(join('src/content', path)), {
  error: ({ input }) => `names ${String(input)}, which is not there`,
});

/** A testimonial card (§13.3). `image` is the schema of `img`: either Astro's image() or a path. */
export function testimonialSchema<Image extends z.ZodType>(image: Image) {
  return z
    .strictObject({
      id: entryId,
      name: z.string().regex(/^\p{L}+$/u, 'must be a first name alone'),
      img: image,
      college: z.string().min(3, 'must have at least 3 characters'),
      linkedIn: z.string().startsWith(neutralProfile, `must start with ${neutralProfile}`),
      testimonial: z.string().refine((text) => wordCount(text) >= 25 && wordCount(text) <= 60, {
        error: 'must have 25 to 60 words, so that the cards stay of one height',
      }),
      about: z.enum(['practice', 'loan']).describe('/buy shows only the cards about practice.'),
      sample: z.boolean().describe('true until a real member has agreed in writing to the card.'),
    })
    .refine((card) => card.sample === (card.linkedIn === neutralProfile), {
      path: ['linkedIn'],
      error: `must be ${neutralProfile} with sample: true, or the member's own profile with sample: false`,
    });
}

/** A text page's front matter. */
export const policySchema = z.strictObject({
  title: seoTitle,
  description: seoDescription,
  updatedDate: z.coerce.date('must be a date, such as 2026-11-30'),
});

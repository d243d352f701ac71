/** A link, sometimes shown as a button. */
export type Action = { label: string; href: string };

/** A paragraph with a heading. `note` explains a claim, and `more` links to further reading. */
export type Point = { title: string; text: string; note?: string; more?: Action };

/**
 * A figure that the site publishes. `value` and `label` read as one phrase; `note` explains what was counted. `href` is
 * the page about it.
 */
export type Figure = { value: string; label: string; note: string; href?: string };

/** The values of `imagename` in the `home` table (§10.4). */
export const imageNames = [
  'benefits_1',
  'benefits_2',
  'benefits_3',
  'trustus_1',
  'moneysave_1',
  'login',
  'footer_logo',
] as const;

/** One picture's name in the `home` table. */
export type ImageName = (typeof imageNames)[number];

/** The heading of every note that explains a claim (§14.24). */
export const noteHeading = 'How this works';

/** The label on testimonials that are only samples (§13.4). */
export const sampleNote = 'Sample story';

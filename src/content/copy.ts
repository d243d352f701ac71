/** A link, which may look like a button. */
export type Action = { label: string; href: string };

/** A paragraph with a heading. `note` says how a claim works, `more` is a link to read on. */
export type Point = { title: string; text: string; note?: string; more?: Action };

/** A figure that the site claims. `value` and `label` read as one phrase; `note` says what is counted. */
export type Figure = { value: string; label: string; note: string };

/** The imagenames of the table `home` (§10.4). */
export const imageNames = [
  'benefits_1',
  'benefits_2',
  'benefits_3',
  'trustus_1',
  'moneysave_1',
  'login',
  'footer_logo',
] as const;

/** The name of a picture in the table `home`. */
export type ImageName = (typeof imageNames)[number];

/** Heading of every note that explains a claim (§14.24). */
export const noteHeading = 'How this works';

/** Label of a testimonial card that is a sample (§13.4). */
export const sampleNote = 'Sample story';

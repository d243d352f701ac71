/** A link or a button that navigates. */
export type Action = { label: string; href: string };

/** A headed paragraph; `note` says how a claim works and stands beside it, `more` leads on from it. */
export type Point = { title: string; text: string; note?: string; more?: Action };

/** A number the site claims: `value` and `label` read as one phrase, `note` says what was counted. */
export type Figure = { value: string; label: string; note: string };

/** Pictures that are looked up in the table home (§10.4). */
export const imageNames = [
  'benefits_1',
  'benefits_2',
  'benefits_3',
  'trustus_1',
  'moneysave_1',
  'login',
  'footer_logo',
] as const;

export type ImageName = (typeof imageNames)[number];

/** Heads every note that explains a claim. */
export const noteHeading = 'How this works';

/** Stands on every testimonial card whose words are not a real member's. */
export const sampleNote = 'Sample story';

import * as v from 'valibot';
import { longestInstitute } from '../../domain/files/member-files.ts';
import { lasting } from '../../domain/periods.ts';
import { earliestInterview, offerWithin, threeWeeksAfter } from '../../domain/refunds/refund.ts';
import { day } from '../../domain/schema.ts';
import { formatDay, indiaDay } from '../../domain/words/dates.ts';
import { cleanText } from '../../domain/words/typed-text.ts';
import { sendFile } from '../../lib/member-files.ts';
import type { RefundPack } from './refunds-schema.ts';
import { myRefunds } from './refunds-store.ts';

/** An offer of admission, as typed; the dates are `YYYY-MM-DD`. */
export type OfferTexts = { institute: string; offeredOn: string; interviewedOn: string };

const isDay = (text: string) => v.is(day, text);

/** Each field's error at `now` (in milliseconds); undefined if the field can be sent (§17.66). */
export const offerProblems = {
  institute: ({ institute }: OfferTexts) => {
    const { length } = cleanText(institute);
    if (length === 0) return 'Enter the institute.';
    return length > longestInstitute ? `Use up to ${longestInstitute} characters.` : undefined;
  },
  offeredOn: ({ offeredOn }: OfferTexts, now: number) => {
    if (!isDay(offeredOn)) return 'Enter the day your offer was issued.';
    const today = indiaDay(now);
    if (offeredOn > today) return 'This date is in the future. Enter one that has passed.';
    const last = threeWeeksAfter(offeredOn);
    return today > last
      ? `The deadline for sending this offer was ${formatDay(last)}, ${lasting('refund')} after it was issued.`
      : undefined;
  },
  interviewedOn: ({ offeredOn, interviewedOn }: OfferTexts, now: number) => {
    if (!isDay(interviewedOn)) return 'Enter the day of your final interview.';
    if (interviewedOn > indiaDay(now))
      return 'This date is in the future. Enter one that has passed.';
    if (!isDay(offeredOn)) return undefined;
    if (interviewedOn > offeredOn) return 'The final interview must be before the offer.';
    return interviewedOn < earliestInterview(offeredOn)
      ? `The final interview must be within ${offerWithin} days before the offer.`
      : undefined;
  },
} satisfies { [Name in keyof OfferTexts]: (texts: OfferTexts, now: number) => string | undefined };

/**
 * Asks for a pack's 100% refund at the amount shown, with the checked letter. Resolves to the request's id once the
 * page shows it. Throws FunctionError.
 */
export const sendOffer = (
  { order, offer: { gives } }: Pick<RefundPack, 'order' | 'offer'>,
  { institute, offeredOn, interviewedOn }: OfferTexts,
  letter: Blob,
) =>
  myRefunds.change(() =>
    sendFile(
      'refund',
      { order, gives: String(gives), institute: cleanText(institute), offeredOn, interviewedOn },
      letter,
    ),
  );

/** Adds a checked file to a request for which we asked for more information. Throws FunctionError. */
export const addFile = (request: string, file: Blob) =>
  myRefunds.change(() => sendFile('refund', { request }, file));

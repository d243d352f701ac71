import * as v from 'valibot';
import { memberPages } from '../member-pages.ts';
import { readPhone } from '../words/typed-text.ts';

// An Indian mobile number as people write it: ten digits, possibly after 0, 91, 0091 or '91 (0)'.
const phoneOfIndia = /^(?:0|(?:00)?910?)?([6-9]\d{9})$/;

/**
 * The ten digits of an Indian mobile number. Each such number can have one free interview (§15.31). Undefined for any
 * other number.
 */
export function personOfPhone(phonenumber: string): string | undefined {
  return phoneOfIndia.exec((readPhone(phonenumber) ?? '').replaceAll(/\D/g, ''))?.[1];
}

/** The state of a member's free interview (§15.31), and how many free interviews are left in total. */
export const freeInterview = v.object({
  left: v.number(),
  state: v.picklist([
    'none',
    'waiting',
    'declined',
    // Someone with the same phone number or address has taken it.
    'had_phone',
    'had_address',
    'granted',
    'booked',
    'used',
    'lapsed',
  ]),
  book_until: v.nullable(v.string()),
});
export type FreeInterview = v.InferOutput<typeof freeInterview>;

const refused: ReadonlySet<string> = new Set(['declined', 'had_phone', 'had_address']);

/** Whether the member asked for the free interview and did not get it. */
export const isRefused = ({ state }: FreeInterview) => refused.has(state);

/** Where the member asks for the free interview. */
export const toAskFree = `${memberPages.main}#free-interview`;

/** Where the member books a granted free interview. */
export const toBookFree = `${memberPages.sessions}#book-free`;

/** Path of the function that grants free interviews (§11.52). */
export const freeInterviewPath = '/api/freeInterview';

/** The reply to `POST /api/freeInterview`: the state of the member's free interview after the call (§11.52). */
export const freeInterviewReply = v.object({ success: v.literal(true), free: freeInterview });

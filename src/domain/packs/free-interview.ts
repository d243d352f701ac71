import * as v from 'valibot';

// As people write a mobile number of India: its ten digits, after 0, 91 or 0091.
const phoneOfIndia = /^(?:0|(?:00)?91)?([6-9]\d{9})$/;

/** The person behind a phone number: the ten digits of a mobile number of India (§15.31); undefined for any other. */
export function personOfPhone(phonenumber: string): string | undefined {
  return phoneOfIndia.exec(phonenumber.replaceAll(/\D/g, ''))?.[1];
}

/** A member's free interview (§15.31), and how many are left for everybody. */
export const freeInterview = v.object({
  left: v.number(),
  state: v.picklist(['none', 'waiting', 'declined', 'granted', 'booked', 'used', 'lapsed']),
  book_until: v.nullable(v.string()),
});
export type FreeInterview = v.InferOutput<typeof freeInterview>;

/** Path of the function that grants the free interview (§11.52). */
export const freeInterviewPath = '/api/freeInterview';

/** Answer of `POST /api/freeInterview`: the member's free interview as it is now (§11.52). */
export const freeInterviewReply = v.object({ success: v.literal(true), free: freeInterview });

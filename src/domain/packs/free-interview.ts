import * as v from 'valibot';

/**
 * The person behind an address: without the tag after '+' and without dots before the '@', so that the
 * spellings of one mailbox count once (§15.31). Never an address to write to.
 */
export function personOfAddress(address: string): string {
  const at = address.lastIndexOf('@');
  const [mailbox = ''] = address.slice(0, at).split('+');
  return `${mailbox.replaceAll('.', '')}${address.slice(at)}`.toLowerCase();
}

/** How many digits tell phone numbers apart: those of a number in India without its prefix. */
const digits = 10;

/** The person behind a phone number: its last ten digits (§15.31); undefined if it has fewer. */
export function personOfPhone(phonenumber: string): string | undefined {
  const found = phonenumber.replaceAll(/\D/g, '').slice(-digits);
  return found.length === digits ? found : undefined;
}

/** A member's free interview (§15.31), and how many are left for everybody. */
export const freeInterview = v.object({
  left: v.number(),
  state: v.picklist(['none', 'granted', 'booked', 'used', 'lapsed']),
  book_until: v.nullable(v.string()),
});
export type FreeInterview = v.InferOutput<typeof freeInterview>;

/** Path of the function that grants the free interview (§11.52). */
export const freeInterviewPath = '/api/freeInterview';

/** Answer of `POST /api/freeInterview`: the member's free interview as it is now (§11.52). */
export const freeInterviewReply = v.object({ success: v.literal(true), free: freeInterview });

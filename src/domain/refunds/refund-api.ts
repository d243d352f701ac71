import * as v from 'valibot';

/** Path of the function that takes the letters of 100 % refunds (§11.58). */
export const refundFilePath = '/api/refundFile';

/** Characters of the institute's name, at most. */
export const longestInstitute = 120;

/** Answer of `POST /api/refundFile`: the request and the number people call it by. */
export const refundFileReply = v.object({
  success: v.literal(true),
  request: v.string(),
  number: v.string(),
});

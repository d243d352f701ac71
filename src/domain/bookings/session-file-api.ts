import * as v from 'valibot';
import { filePurposes, fileTypes } from '../files/member-files.ts';

/** Path of the function that keeps the files of sessions (§11.53). */
export const sessionFilePath = '/api/sessionFile';

/** Query of `POST /api/sessionFile`; the body is the file (§11.53). */
export const newFileQuery = v.object({
  booking: v.pipe(v.string(), v.uuid()),
  purpose: v.picklist(filePurposes),
});

/** Query of `GET` and `DELETE /api/sessionFile` (§11.53). */
export const fileQuery = v.object({ file: v.pipe(v.string(), v.uuid()) });

/** Answer of `POST /api/sessionFile`: the file as it was kept. */
export const fileReply = v.object({
  success: v.literal(true),
  file: v.object({
    id: v.string(),
    purpose: v.picklist(filePurposes),
    size: v.number(),
    type: v.picklist(fileTypes),
  }),
});

/** Answer of `DELETE /api/sessionFile`. */
export const doneReply = v.object({ success: v.literal(true) });

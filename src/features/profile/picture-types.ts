/** The types of picture spec §5 allows, with the ending of the stored file. */
export const endings = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/gif': 'gif' } as const;

export type PictureType = keyof typeof endings;

export const pictureTypes = Object.keys(endings);

/** The scores in a mentor's feedback, from 1 to 5, as requests and the database name them. */
export const scoreIds = ['content', 'structure', 'communication', 'presence'] as const;

/** The texts in a mentor's feedback, as requests and the database name them. */
export const textIds = ['went_well', 'to_work_on', 'exercise'] as const;

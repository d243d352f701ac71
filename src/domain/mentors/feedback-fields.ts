/** The scores in a mentor's feedback, from 1 to 5, by their names in requests and in the database. */
export const scoreIds = ['content', 'structure', 'communication', 'presence'] as const;

/** The texts in a mentor's feedback, by their names in requests and in the database. */
export const textIds = ['went_well', 'to_work_on', 'exercise'] as const;

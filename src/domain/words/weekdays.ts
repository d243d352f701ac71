/** The days of the week: the word in the database, and the name. */
export const weekdays = [
  ['mon', 'Monday'],
  ['tue', 'Tuesday'],
  ['wed', 'Wednesday'],
  ['thu', 'Thursday'],
  ['fri', 'Friday'],
  ['sat', 'Saturday'],
  ['sun', 'Sunday'],
] as const;

/** The same as options of a choice. */
export const weekdayOptions = weekdays.map(([value, label]) => ({ value, label }));

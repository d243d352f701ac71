/** The days of the week: as the database has them, and by name. */
export const weekdays = [
  ['mon', 'Monday'],
  ['tue', 'Tuesday'],
  ['wed', 'Wednesday'],
  ['thu', 'Thursday'],
  ['fri', 'Friday'],
  ['sat', 'Saturday'],
  ['sun', 'Sunday'],
] as const;

/** The same, to choose from. */
export const weekdayOptions = weekdays.map(([value, label]) => ({ value, label }));

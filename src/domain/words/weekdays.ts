/** The days of the week: the database's word for each, and its name. */
export const weekdays = [
  ['mon', 'Monday'],
  ['tue', 'Tuesday'],
  ['wed', 'Wednesday'],
  ['thu', 'Thursday'],
  ['fri', 'Friday'],
  ['sat', 'Saturday'],
  ['sun', 'Sunday'],
] as const;

/** The days of the week, as a field's options. */
export const weekdayOptions = weekdays.map(([value, label]) => ({ value, label }));

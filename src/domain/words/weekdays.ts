/** The days of a week, as the database names them. */
export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

const names = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** The same, to choose from. */
export const weekdayOptions = weekdays.map((value, index) => ({
  value,
  label: names[index] ?? value,
}));

import { useMemo, useState } from 'react';
import { Select } from '../ui/Select.tsx';

/**
 * Filters a list by school. Returns the list's schools, those for which `isFirst` is true first, and the entries to
 * show. For an unknown school, shows all entries (§4.23).
 */
export function useSchool<Listed extends { institute: string }>(
  listed: readonly Listed[],
  start = '',
  isFirst: (school: string) => boolean = () => false,
) {
  const [asked, choose] = useState(start);
  const names = [...new Set(listed.map(({ institute }) => institute))].filter(Boolean).toSorted();
  const schools = [...names.filter(isFirst), ...names.filter((name) => !isFirst(name))];
  const school = schools.includes(asked) ? asked : '';
  const shown = useMemo(
    () => listed.filter(({ institute }) => !school || institute === school),
    [listed, school],
  );
  return { schools, school, shown, choose };
}

type SchoolSelectProps = {
  schools: readonly string[];
  school: string;
  onChoose: (school: string) => void;
};

/** Lets the reader choose one school or all. Hidden if there are fewer than two. */
export function SchoolSelect({ schools, school, onChoose }: SchoolSelectProps) {
  if (schools.length < 2) return null;
  return (
    <Select label="School" value={school} onChange={({ target }) => onChoose(target.value)}>
      <option value="">All schools</option>
      {schools.map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </Select>
  );
}

import { institutes } from '../../content/institutes.ts';

type SchoolListProps = {
  id: string;
  /** The schools that the member aims at, which come first. */
  targets: readonly { institute: string }[];
};

/** What a field for a school suggests during typing (§16.94, §15.104). */
export function SchoolList({ id, targets }: SchoolListProps) {
  const names = [...new Set([...targets.map(({ institute }) => institute), ...institutes.all])];
  return (
    <datalist id={id}>
      {names.map((name) => (
        <option key={name} value={name} />
      ))}
    </datalist>
  );
}

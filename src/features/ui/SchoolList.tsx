import { institutes } from '../../content/institutes.ts';

type SchoolListProps = {
  id: string;
  /** The schools that the member is applying to, which come first. */
  targets: readonly { institute: string }[];
  /** The other schools, which follow. */
  others?: readonly string[];
};

/** The suggestions for a school field (§16.94, §15.104). */
export function SchoolList({ id, targets, others = institutes.all }: SchoolListProps) {
  const names = [...new Set([...targets.map(({ institute }) => institute), ...others])];
  return (
    <datalist id={id}>
      {names.map((name) => (
        <option key={name} value={name} />
      ))}
    </datalist>
  );
}

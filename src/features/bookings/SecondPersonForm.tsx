import { namings } from '../../domain/periods.ts';
import AddressForm from '../ui/AddressForm.tsx';
import type { FormFailure } from '../ui/Form.tsx';
import type { SecondPerson } from './my-sessions-schema.ts';
import { sayNamingFailure } from './say-naming-failure.ts';

/** Whether the buyer can still name someone else after the next invitation (§15.26). */
function namingsLeft({ namings_left: left }: SecondPerson): string {
  if (left === namings) return '';
  if (left === 1) return 'This is your last invitation for this pack.';
  return 'Until the second person books a session, you can invite someone else instead, once.';
}

type SecondPersonFormProps = {
  second: SecondPerson;
  send: (address: string) => Promise<FormFailure | undefined>;
  /** True if a link on another page opened the form. */
  linked: boolean;
};

/** The form in which the buyer of a pack for two names the second person (§15.24). */
export default function SecondPersonForm({ second, send, linked }: SecondPersonFormProps) {
  return (
    <AddressForm
      legend="The other person"
      label="The other person’s email"
      hint={`Either of you can book the sessions left. You each see only your own feedback. ${namingsLeft(second)}`}
      send={send}
      opened={linked}
      sayFailure={sayNamingFailure}
      button={{ label: 'Send the invitation', pending: 'Sending ...' }}
    />
  );
}

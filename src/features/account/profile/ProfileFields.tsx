import type { ComponentProps } from 'react';
import { profileFieldNames, type ProfileField } from '../../../domain/account/account-rules.ts';
import { memberPages } from '../../../domain/member-pages.ts';
import { Field } from '../../ui/Field.tsx';
import { PictureField } from './PictureField.tsx';

const hints: Partial<Record<ProfileField, string>> = {
  phonenumber: 'For the free interview and your lender.',
  referralcode: 'From your sign-up. 0000 means none.',
};
const belowAddress = profileFieldNames.filter(
  (name) => name !== 'firstname' && name !== 'lastname',
);

type ProfileFieldsProps = {
  email: string;
  picture: ComponentProps<typeof PictureField>;
  fieldOf: (name: ProfileField) => ComponentProps<typeof Field>;
};

/** The picture and the fields of a profile. */
export function ProfileFields({ email, picture, fieldOf }: ProfileFieldsProps) {
  return (
    <>
      <PictureField {...picture} />
      <div className="profile-fields grid">
        <div className="form-row">
          <Field {...fieldOf('firstname')} />
          <Field {...fieldOf('lastname')} />
        </div>
        <Field
          label="Email"
          type="email"
          autoComplete="email"
          hint={
            <span>
              Change it in{' '}
              <a className="text-link" href={`${memberPages.settings}#change-email`}>
                Settings
              </a>
              .
            </span>
          }
          value={email}
          disabled
        />
        <div className="form-row">
          {belowAddress.map((name) => (
            <Field key={name} hint={hints[name]} {...fieldOf(name)} />
          ))}
        </div>
      </div>
    </>
  );
}

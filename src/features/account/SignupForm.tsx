import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { fieldRules, maximumLength } from '../../domain/account-rules.ts';
import { hints, messages } from '../../domain/messages.ts';
import { canStoreSession } from '../../lib/supabase.ts';
import { withErrorBoundary } from '../errors/error-boundary.tsx';
import { Field } from '../form/Field.tsx';
import { Form } from '../form/Form.tsx';
import { SubmitButton } from '../form/SubmitButton.tsx';
import { useFocusOnFailure } from '../form/use-focus-on-failure.ts';
import { useHydrated } from '../form/use-hydrated.ts';
import { showToast } from '../toasts/toast.ts';
import { signUp, warmUpAccount } from './account.ts';
import { CheckEmail } from './CheckEmail.tsx';
import { leave } from './leave-login.ts';
import { TermsField, type Consent } from './TermsField.tsx';

const blank = {
  firstname: '',
  lastname: '',
  email: '',
  phonenumber: '',
  referralcode: '',
  password: '',
  confirmPassword: '',
  terms: false,
};

type SignupProps = { consent: Consent };

function StorageNotice() {
  const blocked = useHydrated() && !canStoreSession();
  return blocked ? <p className="notice mb-6">{hints.storageBlocked}</p> : null;
}

function Signup({ consent }: SignupProps) {
  // No default values: what was typed before React arrived is taken over.
  const form = useForm<typeof blank>();
  const [failure, setFailure] = useState<{ message: string }>();
  const [unconfirmed, setUnconfirmed] = useState<string>();
  const { errors, isSubmitting } = form.formState;
  useFocusOnFailure(failure, isSubmitting, () => form.setFocus('firstname'));

  const submit = form.handleSubmit(async (values) => {
    setFailure(undefined);
    const result = await signUp(values);
    form.reset(blank);
    if (result.status === 'signed-in') leave();
    if (result.status === 'failed') {
      setFailure(result);
      void showToast('error', result.message);
    }
    if (result.status === 'confirm-email') {
      setUnconfirmed(result.email);
      void showToast('success', messages.signedUp);
    }
  });

  if (unconfirmed) return <CheckEmail email={unconfirmed} />;

  return (
    <>
      <StorageNotice />
      <Form
        legend="Your details"
        alert={failure?.message}
        busy={isSubmitting}
        onTouch={warmUpAccount}
        onSubmit={submit}
      >
        <div className="form-row">
          <Field
            label="First Name"
            autoComplete="given-name"
            maxLength={maximumLength.firstname}
            error={errors.firstname?.message}
            {...form.register('firstname', fieldRules.firstname)}
          />
          <Field
            label="Last Name"
            autoComplete="family-name"
            maxLength={maximumLength.lastname}
            error={errors.lastname?.message}
            {...form.register('lastname', fieldRules.lastname)}
          />
        </div>
        <div className="form-row">
          <Field
            label="Email"
            type="email"
            autoComplete="email"
            error={errors.email?.message}
            {...form.register('email', fieldRules.email)}
          />
          <Field
            label="Phone Number"
            type="tel"
            autoComplete="tel"
            maxLength={maximumLength.phonenumber}
            error={errors.phonenumber?.message}
            {...form.register('phonenumber', fieldRules.phonenumber)}
          />
        </div>
        <Field
          label="Referral Code"
          hint="Optional. Leave it empty if nobody gave you one."
          autoComplete="off"
          maxLength={maximumLength.referralcode}
          {...form.register('referralcode')}
        />
        <div className="form-row">
          <Field
            label="Password"
            type="password"
            autoComplete="new-password"
            error={errors.password?.message}
            {...form.register('password', fieldRules.password)}
          />
          <Field
            label="Confirm Password"
            type="password"
            autoComplete="new-password"
            error={errors.confirmPassword?.message}
            {...form.register('confirmPassword', fieldRules.confirmPassword)}
          />
        </div>
        <TermsField
          consent={consent}
          error={errors.terms?.message}
          {...form.register('terms', fieldRules.terms)}
        />
        <SubmitButton pending={isSubmitting} pendingLabel="Signing Up...">
          SIGN UP
        </SubmitButton>
      </Form>
    </>
  );
}

/** The sign-up form of spec §2 and §5. It is emptied after a submission, whatever came of it (spec §4). */
export const SignupForm = withErrorBoundary(Signup);

import { Suspense, useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { account } from '../../content/account.ts';
import { fieldRules, minimumPassword } from '../../domain/account/account-rules.ts';
import { hints, messages } from '../../domain/account/messages.ts';
import { Check } from '../ui/Check.tsx';
import { fieldOf } from '../ui/field-of.ts';
import { withErrorBoundary } from '../ui/error-boundary.tsx';
import { Field } from '../ui/Field.tsx';
import { late } from '../ui/late.tsx';
import { NewTabLink } from '../ui/NewTabLink.tsx';
import { PasswordRule } from '../ui/PasswordRule.tsx';
import { Form } from '../ui/Form.tsx';
import { mailedTo } from '../../lib/our-link.ts';
import { leaveLogin } from '../../lib/login-paths.ts';
import { showToast } from '../ui/toast.ts';
import { handOnEmail } from './typed-email.ts';
import { accountField } from './account-field.ts';
import { StorageNotice } from './StorageNotice.tsx';
import { watchLogin } from './watch-login.ts';

// Loaded late, because it is shown only if email addresses have to be confirmed.
const CheckEmail = late(() => import('./CheckEmail.tsx'));

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

type SignupProps = {
  consent: typeof account.signUp.terms;
  /** The date of the version of the terms that the form links to. */
  termsVersion: string;
};

function Signup({ consent, termsVersion }: SignupProps) {
  // No default values, because they would erase text typed before hydration.
  const form = useForm<typeof blank>();
  const [unconfirmed, setUnconfirmed] = useState<string>();
  // What the visitor typed before a failure emptied the form.
  const [failed, setFailed] = useState<{ values: typeof blank; at: 'email' | 'password' }>();
  const { getValues, setValue } = form;
  useEffect(watchLogin, []);
  useEffect(() => {
    const code = new URLSearchParams(location.search).get('referral');
    if (code && !getValues('referralcode')) setValue('referralcode', code);
    const email = mailedTo();
    if (email && !getValues('email')) setValue('email', email);
  }, [getValues, setValue]);

  if (unconfirmed) {
    return (
      <Suspense>
        <CheckEmail email={unconfirmed} />
      </Suspense>
    );
  }

  return (
    <>
      <StorageNotice />
      <Form
        legend="Your details"
        form={form}
        field="firstname"
        load={() => import('./sign-up.ts')}
        send={async (values, { signUp }) => {
          setFailed(undefined);
          const result = await signUp(values, termsVersion);
          form.reset(blank);
          if (result.status === 'failed') {
            setFailed({
              values: { ...values, password: '', confirmPassword: '' },
              at: result.exists ? 'email' : 'password',
            });
            return {
              toast: result.message,
              message: result.exists ? hints.accountExists : result.message,
              hint: result.exists && (
                <a
                  className="link"
                  href={`/login${location.search}`}
                  onClick={() => handOnEmail(values.email)}
                >
                  Log in instead
                </a>
              ),
            };
          }
          if (result.status === 'signed-in') {
            leaveLogin();
            return undefined;
          }
          setUnconfirmed(result.email);
          showToast('success', messages.signedUp);
          return undefined;
        }}
        button={{ label: 'SIGN UP', pending: 'Signing Up...' }}
        notice={
          failed && (
            <button
              type="button"
              className="button button-quiet"
              onClick={() => {
                form.reset(failed.values, { keepFieldsRef: true });
                form.setFocus(failed.at);
                setFailed(undefined);
              }}
            >
              Bring back what I typed
            </button>
          )
        }
      >
        <div className="form-row">
          <Field {...accountField('firstname', form)} />
          <Field {...accountField('lastname', form)} />
        </div>
        <Field {...accountField('email', form)} />
        <div className="form-row">
          <Field {...accountField('phonenumber', form)} />
          <Field {...accountField('referralcode', form)} hint="Optional" />
        </div>
        <div className="form-row">
          <Field
            {...accountField('password', form)}
            hint={
              <PasswordRule
                control={form.control}
                name="password"
                minimum={minimumPassword.signUp}
              />
            }
          />
          <Field {...accountField('confirmPassword', form)} />
        </div>
        <div className="field">
          <Check {...fieldOf(form, 'terms', fieldRules.terms)}>
            <span>{`${consent.before} `}</span>
            <NewTabLink href={consent.terms.href}>{consent.terms.label}</NewTabLink>
            <span>{` ${consent.between} `}</span>
            <NewTabLink href={consent.privacy.href}>{consent.privacy.label}</NewTabLink>
            <span>{` ${consent.after}`}</span>
          </Check>
        </div>
      </Form>
    </>
  );
}

/** The sign-up form (§5.1 to §5.10). Every submission clears the form, whether it succeeds or not (§5.11). */
export const SignupForm = withErrorBoundary(Signup);

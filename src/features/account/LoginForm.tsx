import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { hints, messages } from '../../domain/messages.ts';
import { canStoreSession } from '../../lib/supabase.ts';
import { withErrorBoundary } from '../errors/error-boundary.tsx';
import { Field } from '../form/Field.tsx';
import { Form } from '../form/Form.tsx';
import { SubmitButton } from '../form/SubmitButton.tsx';
import { useFocusOnFailure } from '../form/use-focus-on-failure.ts';
import { useHydrated } from '../form/use-hydrated.ts';
import { showToast } from '../toasts/toast.ts';
import { signIn, warmUpAccount } from './account.ts';
import type { LoginHint } from './account-service.ts';
import { ConfirmEmail } from './ConfirmEmail.tsx';
import { leave } from './leave-login.ts';
import { sessionEnded } from './login-address.ts';
import { mailLink } from './mail-link.ts';
import { ResendButton } from './ResendButton.tsx';

const blank = { email: '', password: '' };

type Failure = { email: string; hint: LoginHint | undefined };

function LoginFailure({ email, hint }: Failure) {
  return (
    <>
      <p>{messages.loginFailed}</p>
      {hint && <p>{hints[hint]}</p>}
      {hint === 'emailNotConfirmed' && <ResendButton email={email} />}
    </>
  );
}

function SigningIn() {
  return (
    <div className="page-loading">
      <span className="spinner" aria-hidden="true" />
      <p>Signing you in</p>
    </div>
  );
}

/** What there is to say before anybody has typed: a link from a mail, an ended session, no storage. */
function LoginNotice() {
  if (!useHydrated()) return null;
  const link = mailLink();
  if (link) return <ConfirmEmail link={link} />;
  if (!canStoreSession()) return <p className="notice mb-6">{hints.storageBlocked}</p>;
  const ended = new URLSearchParams(location.search).has(sessionEnded);
  return ended ? <p className="notice notice-calm mb-6">{hints.sessionExpired}</p> : null;
}

function Login() {
  // No default values: what was typed before React arrived is taken over.
  const form = useForm<typeof blank>();
  const [failure, setFailure] = useState<Failure>();
  const { errors, isSubmitting, isSubmitSuccessful } = form.formState;
  const leaving = isSubmitSuccessful && !failure;
  useFocusOnFailure(failure, isSubmitting, () => form.setFocus('email'));

  const submit = form.handleSubmit(async ({ email, password }) => {
    setFailure(undefined);
    const result = await signIn(email, password);
    form.reset(blank, { keepIsSubmitSuccessful: true });
    if (result.status === 'signed-in') {
      leave();
      return;
    }
    setFailure({ email, hint: result.hint });
    void showToast('error', messages.loginFailed);
  });

  return (
    <>
      <LoginNotice />
      <Form
        legend="Your account"
        alert={failure && <LoginFailure {...failure} />}
        busy={isSubmitting}
        onTouch={warmUpAccount}
        onSubmit={submit}
        status={(isSubmitting || leaving) && <SigningIn />}
      >
        <Field
          label="Email"
          type="email"
          autoComplete="username"
          error={errors.email?.message}
          {...form.register('email', { required: messages.emailRequired })}
        />
        <Field
          label="Password"
          type="password"
          autoComplete="current-password"
          error={errors.password?.message}
          {...form.register('password', { required: messages.passwordRequired })}
        />
        <a href="/forgotpassword" className="link self-end">
          Forgot Password?
        </a>
        <SubmitButton pending={isSubmitting || leaving} pendingLabel="signing In..">
          Sign In
        </SubmitButton>
      </Form>
    </>
  );
}

/** The login form of spec §2: submits only when both fields are filled, and empties them afterwards. */
export const LoginForm = withErrorBoundary(Login);

import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { hints, messages } from '../../domain/account/messages.ts';
import { withErrorBoundary } from '../ui/error-boundary.tsx';
import { Field } from '../ui/Field.tsx';
import { Form } from '../ui/Form.tsx';
import { SubmitButton } from '../ui/SubmitButton.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';
import { useSubmit } from '../ui/use-submit.ts';
import { PageLoading } from '../ui/PageLoading.tsx';
import { leaveLogin, sessionEnded } from '../../lib/login-paths.ts';
import { $linkIncomplete, $mailLink } from '../../lib/mail-link.ts';
import type { LoginHint } from './account.ts';
import { ConfirmEmail } from './ConfirmEmail.tsx';
import { ResendButton } from './ResendButton.tsx';
import { StorageNotice } from './StorageNotice.tsx';
import { watchSession } from './watch-session.ts';

const blank = { email: '', password: '' };

type Failure = { message: string; email: string; hint: LoginHint | undefined };

function LoginFailure({ message, email, hint }: Failure) {
  return (
    <>
      <p>{message}</p>
      {hint && <p>{hints[hint]}</p>}
      {hint === 'emailNotConfirmed' && <ResendButton email={email} />}
    </>
  );
}

/** The notice above the form: a mail link to confirm, blocked storage, or a session that ended. */
function LoginNotice() {
  const link = useStore($mailLink, { ssr: 'initial' });
  const incomplete = useStore($linkIncomplete, { ssr: 'initial' });
  const ended = useHydrated() && new URLSearchParams(location.search).has(sessionEnded);
  if (link) return <ConfirmEmail link={link} />;
  return (
    <>
      <StorageNotice />
      {incomplete && <p className="notice mb-6">{hints.linkIncomplete}</p>}
      {ended && <p className="notice notice-calm mb-6">{hints.sessionExpired}</p>}
    </>
  );
}

function Login() {
  // No default values, so that text typed before hydration is kept.
  const form = useForm<typeof blank>();
  const { errors, isSubmitSuccessful } = form.formState;
  useEffect(watchSession, []);

  const { failure, isSubmitting, onFocus, onSubmit } = useSubmit(form, {
    field: 'email',
    load: () => import('./account.ts'),
    send: async ({ signIn }, { email, password }): Promise<Failure | undefined> => {
      const result = await signIn(email, password);
      form.reset(blank, { keepIsSubmitSuccessful: true });
      if (result.status === 'failed') {
        return { message: messages.loginFailed, email, hint: result.hint };
      }
      leaveLogin();
      return undefined;
    },
    notLoaded: (hint): Failure => ({
      message: messages.loginFailed,
      email: '',
      hint: hint === 'offline' ? 'offlineLogin' : hint,
    }),
  });
  const leaving = isSubmitSuccessful && !failure;

  return (
    <>
      <LoginNotice />
      <Form
        legend="Your account"
        alert={failure && <LoginFailure {...failure} />}
        busy={isSubmitting}
        onFocus={onFocus}
        onSubmit={onSubmit}
        status={
          (isSubmitting || leaving) && (
            <PageLoading mark={<span className="spinner" aria-hidden="true" />}>
              Signing you in
            </PageLoading>
          )
        }
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

/** The login form, which is sent only when both fields are filled and emptied afterwards (§5.14 to §5.16). */
export const LoginForm = withErrorBoundary(Login);

import { useStore } from '@nanostores/react';
import { Suspense, useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { hints, messages } from '../../domain/account/messages.ts';
import type { WaitingKind } from '../../domain/links.ts';
import { memberPages } from '../../domain/member-pages.ts';
import { withErrorBoundary } from '../ui/error-boundary.tsx';
import { Field } from '../ui/Field.tsx';
import { fieldOf } from '../ui/field-of.ts';
import { Form, type FormFailure } from '../ui/Form.tsx';
import { late } from '../ui/late.tsx';
import { MailAddress } from '../ui/MailAddress.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';
import { PageLoading } from '../ui/PageLoading.tsx';
import './login.css';
import { keptText } from '../../lib/kept-text.ts';
import { leaveLogin, loginEnded } from '../../lib/login-paths.ts';
import { $linkIncomplete, $mailLink } from '../../lib/account-link.ts';
import { waitingLink } from '../../lib/our-link.ts';
import { storageKeys } from '../../lib/storage-keys.ts';
import { StorageNotice } from './StorageNotice.tsx';
import { handOnEmail, takeEmail } from './typed-email.ts';
import { watchLogin } from './watch-login.ts';

// Loaded late, because few visitors see these two parts.
const ConfirmEmail = late(() => import('./ConfirmEmail.tsx'));
const ResendButton = late(() => import('./ResendButton.tsx'));

const blank = { email: '', password: '' };

/** The toast is the same whatever the cause (§5.28), so the form says what to do. */
function failureOf(hint: keyof typeof hints, email: string): FormFailure {
  return {
    toast: messages.loginFailed,
    message: hints[hint],
    hint: hint === 'emailNotConfirmed' && (
      <Suspense>
        <ResendButton email={email} />
      </Suspense>
    ),
  };
}

const waits: Record<WaitingKind, string> = {
  verify: 'Log in to verify your email',
  email_token: 'Log in to see your email change. Until it is done, use the old email',
  pack: 'Log in to add the pack you paid for to your dashboard',
  invitation: 'Log in to see your invitation',
};

/** Explains what the link from our email will do after the login (§15.60). */
function LinkWaits() {
  const isHydrated = useHydrated();
  const link = isHydrated ? waitingLink() : undefined;
  if (!link) return null;
  const { kind, address } = link;
  return (
    <p role="status" className="notice notice-calm mb-6">
      {kind === 'verify' && address ? (
        <span>
          Log in to verify <MailAddress strong address={address} />.
        </span>
      ) : (
        `${waits[kind]}.`
      )}
    </p>
  );
}

/** Member pages keep unsaved text in these drafts. */
const drafts = [
  { page: memberPages.profile, text: keptText(storageKeys.profileDraft, 'session') },
  { page: memberPages.loan, text: keptText(storageKeys.loanDraft, 'local') },
];

/** Tells the member that they were logged out, and whether the page they return to has kept what they typed (§6.29). */
function LoginEnded() {
  const query = new URLSearchParams(useHydrated() ? location.search : '');
  if (!query.has(loginEnded)) return null;
  const next = query.get('next');
  const draft = drafts.find(({ page }) => next?.startsWith(page));
  return (
    <p className="notice notice-calm mb-6">
      {draft?.text.read() === undefined ? hints.sessionExpired : hints.sessionExpiredTypedKept}
    </p>
  );
}

/**
 * The notice above the form: the visitor has an email link to confirm, storage is blocked, or the member was logged
 * out.
 */
function LoginNotice() {
  const link = useStore($mailLink, { ssr: 'initial' });
  const incomplete = useStore($linkIncomplete, { ssr: 'initial' });
  if (link) {
    return (
      <Suspense>
        <ConfirmEmail link={link} />
      </Suspense>
    );
  }
  return (
    <>
      <StorageNotice />
      <LinkWaits />
      {incomplete && <p className="notice mb-6">{hints.linkIncomplete}</p>}
      <LoginEnded />
    </>
  );
}

function Login() {
  // No default values, because they would erase text typed before hydration.
  const form = useForm<typeof blank>();
  const { isSubmitting } = form.formState;
  const { getValues, setFocus, setValue } = form;
  const [leaving, setLeaving] = useState(false);
  const hydrated = useHydrated();
  useEffect(watchLogin, []);
  useEffect(() => {
    const email = takeEmail();
    if (!email || getValues('email') !== '') return;
    setValue('email', email);
    setFocus('password');
  }, [getValues, setFocus, setValue]);

  return (
    <>
      <LoginNotice />
      <Form
        legend="Your account"
        form={form}
        field="password"
        load={() => import('./account.ts')}
        send={async ({ email, password }, { signIn }) => {
          const hint = await signIn(email, password);
          if (hint) {
            setValue('password', '');
            return failureOf(hint, email);
          }
          setLeaving(true);
          form.reset(blank);
          leaveLogin();
          return undefined;
        }}
        sayFailure={() => failureOf(navigator.onLine ? 'pageOutOfDate' : 'offlineLogin', '')}
        status={
          (isSubmitting || leaving) && (
            <PageLoading mark={<span className="login-dots" aria-hidden="true" />}>
              Signing you in
            </PageLoading>
          )
        }
        button={{
          label: leaving ? 'signing In..' : 'Sign In',
          pending: 'signing In..',
          waits: leaving,
        }}
      >
        <Field
          label="Email"
          type="email"
          autoComplete="username"
          {...fieldOf(form, 'email', { required: messages.emailRequired })}
        />
        <Field
          label="Password"
          type="password"
          autoComplete="current-password"
          {...fieldOf(form, 'password', { required: messages.passwordRequired })}
        />
        <a
          href={`/forgotpassword${hydrated ? location.search : ''}`}
          className="link self-end"
          onClick={() => handOnEmail(getValues('email'))}
        >
          Forgot Password?
        </a>
      </Form>
    </>
  );
}

/** The login form. It can be submitted only if both fields are filled in (§5.14 to §5.16). */
export const LoginForm = withErrorBoundary(Login);

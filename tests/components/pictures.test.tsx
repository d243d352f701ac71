import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import { pictureMessages } from '../../src/domain/account/picture-messages.ts';
import { settingsMessages } from '../../src/domain/account/settings-messages.ts';
import { unreadableFile } from '../../src/domain/files/file-types.ts';
import { notLoaded } from '../../src/lib/service-errors.ts';
import { png } from '../e2e/support/pictures.ts';
import { Backend } from './support/backend.ts';
import { member, signedIn } from './support/island.tsx';
import { fillIn, showPage, takeClock, toast } from './support/page.tsx';
import { profilePage } from './support/profile-page.tsx';
import { pictures, profile } from './support/samples/account.ts';
import { focused } from './support/screen.ts';

const rows = '/rest/v1/profiles';
const name = '0123456789abcdef0123456789abcdef';
const upload = `/storage/v1/object/profileimages/${member.id}/${name}.png`;

/** A logged-in member whose profile can be changed; a new picture gets the name `name`. */
function withProfile(profileimage = ''): Backend {
  vi.spyOn(crypto, 'randomUUID').mockReturnValue('01234567-89ab-cdef-0123-456789abcdef');
  let row = { ...profile, profileimage };
  return signedIn()
    .answerBy(rows, ({ method, body }) => {
      if (method === 'PATCH') row = { ...row, ...(body as Partial<typeof row>) };
      return { status: 200, body: row };
    })
    .answer('/storage/v1/object/list/profileimages', []);
}

const input = () => screen.getByLabelText('Profile picture');
const shown = () => screen.getByRole('img', { name: 'Your profile picture' });
const inMenu = () => screen.getByRole('button', { name: 'Account menu' }).firstElementChild;
const update = () => screen.getByRole('button', { name: 'Update' });
const changes = ({ calls }: Backend) =>
  calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body);

async function openProfile(): Promise<UserEvent> {
  const { user } = await showPage(profilePage);
  await waitFor(() => expect(screen.getByLabelText('First Name')).toBeEnabled());
  return user;
}

function file(bytes: Uint8Array, fileName = 'me.png', type = 'image/png') {
  return new File([new Uint8Array(bytes)], fileName, { type });
}

/** Chooses a file of any type, because a file dialog allows that. */
function choose(chosen: File): void {
  fireEvent.change(input(), { target: { files: [chosen] } });
}

/** A file that cannot be read until the returned function is called. */
function slow(chosen: File): () => void {
  const gate = Promise.withResolvers<undefined>();
  const read = chosen.arrayBuffer.bind(chosen);
  vi.spyOn(chosen, 'arrayBuffer').mockImplementation(async () => {
    await gate.promise;
    return read();
  });
  return () => gate.resolve(undefined);
}

test('§12.56 a member is asked to try again if the script that checks pictures has not arrived after 10 s', async () => {
  const pass = takeClock();
  vi.doMock(
    '../../src/features/account/profile/check-picture.ts',
    () => new Promise<never>(() => undefined),
  );
  onTestFinished(() => {
    vi.doUnmock('../../src/features/account/profile/check-picture.ts');
  });
  withProfile();
  await openProfile();
  choose(file(png({})));
  await pass(10_000);
  expect(screen.getByText(notLoaded())).toHaveRole('alert');
});

test('§7.5 S1 S2 S3 S4 a profile picture’s size, type, content and dimensions are checked', async () => {
  withProfile();
  await openProfile();
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
  for (const [chosen, message] of [
    [file(png({ size: 204_801 })), pictureMessages.tooLarge],
    [file(svg, 'me.svg', 'image/svg+xml'), pictureMessages.wrongType],
    [file(Buffer.from('<script>alert(1)</script>')), pictureMessages.wrongType],
    [file(png({ width: 120_001, height: 1000, rows: 1 })), pictureMessages.tooManyPixels],
  ] as const) {
    choose(chosen);
    expect(await screen.findByText(message)).toHaveRole('alert');
    expect(input()).toHaveAccessibleDescription(new RegExp(`^${RegExp.escape(message)}`));
    expect(shown()).toHaveAttribute('data-initials', 'AR');
  }
  choose(file(png({ size: 204_800 })));
  await expect.poll(() => shown().getAttribute('src')).toMatch(/^data:image\/png/);
  expect(screen.queryByText(pictureMessages.tooManyPixels)).not.toBeInTheDocument();
});

test('§7.14 a profile cannot be saved until the member removes or replaces a refused picture', async () => {
  const backend = withProfile();
  const user = await openProfile();
  await fillIn(user, 'First Name', 'Usha');
  choose(file(png({ size: 204_801 })));
  await screen.findByText(pictureMessages.tooLarge);
  await user.click(update());
  await focused(input);
  expect(screen.getByText(pictureMessages.tooLarge)).toBeVisible();
  expect(changes(backend)).toEqual([]);

  await user.click(screen.getByRole('button', { name: 'Continue without this picture' }));
  expect(screen.queryByText(pictureMessages.tooLarge)).not.toBeInTheDocument();
  await user.click(update());
  expect(await toast(settingsMessages.profileUpdated)).toBeVisible();
  expect(changes(backend)).toEqual([{ firstname: 'Usha', email: member.email }]);
});

test('§7.15 the picture chosen last is shown and saved, even when an earlier picture loads later', async () => {
  const backend = withProfile().answer(upload, { Key: 'me', Id: 'me' });
  const user = await openProfile();
  const gone = file(png(), 'gone.png');
  vi.spyOn(gone, 'arrayBuffer').mockRejectedValue(new DOMException('gone', 'NotFoundError'));
  choose(gone);
  expect(await screen.findByText(unreadableFile)).toHaveRole('alert');
  const first = file(png(), 'slow.png');
  const release = slow(first);
  choose(first);
  choose(file(png({ width: 32 }), 'last.png'));
  expect(await screen.findByText('last.png')).toBeVisible();
  expect(screen.queryByText(unreadableFile)).not.toBeInTheDocument();
  const preview = shown().getAttribute('src');
  release();
  await user.click(update());
  expect(await toast(settingsMessages.profileUpdated)).toBeVisible();
  expect(preview).toBe(`data:image/png;base64,${png({ width: 32 }).toString('base64')}`);
  expect(screen.queryByText('slow.png')).not.toBeInTheDocument();
  expect(backend.sent(upload)).toEqual([png({ width: 32 }).toString()]);
});

test('§7.15 ‘Update’ waits until the chosen picture has been checked', async () => {
  const backend = withProfile().answer(upload, { Key: 'me', Id: 'me' });
  const user = await openProfile();
  const chosen = file(png());
  const release = slow(chosen);
  choose(chosen);
  await user.click(update());
  expect(screen.getByRole('button', { name: 'updating..' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  expect(changes(backend)).toEqual([]);
  release();
  expect(await toast(settingsMessages.profileUpdated)).toBeVisible();
  expect(backend.sent(upload)).toHaveLength(1);
});

test('§7.8 S11 the profile is saved before the picture uploads, and the old picture is deleted afterwards', async () => {
  const backend = withProfile(`${pictures}/old.png`)
    .forget('/storage/v1/object/list/profileimages')
    .answer('/storage/v1/object/list/profileimages', [{ name: 'old.png' }])
    .answer('/storage/v1/object/profileimages', []);
  const answer = backend.hold(upload);
  const user = await openProfile();
  choose(file(png(), `\u202E"><img src=x onerror=alert(1)>.png`));
  expect(await screen.findByText(/"><img src=x onerror=alert\(1\)>/)).toBeVisible();
  await user.click(update());
  await expect.poll(() => backend.sent(upload)).toHaveLength(1);
  expect(changes(backend)).toEqual([
    { profileimage: `${pictures}/${name}.png`, email: member.email },
  ]);
  expect(screen.getByText('Uploading your picture')).toBeVisible();
  expect(screen.getByRole('progressbar')).toBeVisible();
  expect(inMenu()).toHaveAttribute('src', `${pictures}/old.png`);
  answer({ Key: 'me', Id: 'me' });
  expect(await toast(settingsMessages.profileUpdated)).toBeVisible();
  expect(shown()).toHaveAttribute('src', `${pictures}/${name}.png`);
  expect(inMenu()).toHaveAttribute('src', `${pictures}/${name}.png`);
  await expect
    .poll(() => backend.sent('/storage/v1/object/profileimages'))
    .toEqual([{ prefixes: [`${member.id}/old.png`] }]);
});

test('§7.9 S10 a failed upload is reported, and the profile is left without a picture', async () => {
  const backend = withProfile().answer(upload, { message: 'no' }, 500);
  const user = await openProfile();
  await fillIn(user, 'First Name', 'Usha');
  choose(file(png()));
  await screen.findByText('me.png');
  await user.click(update());
  expect(await screen.findByText('couldnot upload image')).toBeVisible();
  expect(screen.getByRole('alert')).toHaveTextContent(/^couldnot upload image$/);
  expect(screen.queryByText(settingsMessages.profileUpdated)).not.toBeInTheDocument();
  expect(shown()).toHaveAttribute('data-initials', 'UR');
  expect(screen.getByLabelText('First Name'), 'the details are saved').toHaveValue('Usha');
  expect(changes(backend)).toEqual([
    expect.objectContaining({ firstname: 'Usha', profileimage: `${pictures}/${name}.png` }),
    { profileimage: '', email: member.email },
  ]);
});

test('S10 the picture is not uploaded when the profile cannot be saved', async () => {
  const backend = withProfile();
  const user = await openProfile();
  backend.now(rows, { message: 'no' }, 400);
  choose(file(png()));
  await screen.findByText('me.png');
  await user.click(update());
  expect(await toast('Not able to update')).toBeVisible();
  expect(shown().getAttribute('src'), 'the picture is kept for the next try').toMatch(
    /^data:image\/png/,
  );
  expect(backend.sent(upload)).toEqual([]);
});

test('a member can remove a chosen picture, and the saved picture too', async () => {
  const backend = withProfile(`${pictures}/old.png`);
  const user = await openProfile();
  choose(file(png()));
  await screen.findByText('me.png');
  await user.click(screen.getByRole('button', { name: 'Remove picture' }));
  expect(shown()).toHaveAttribute('data-initials', 'AR');
  expect(input()).toHaveFocus();
  await user.click(update());
  expect(await toast(settingsMessages.profileUpdated)).toBeVisible();
  expect(changes(backend)).toEqual([{ profileimage: '', email: member.email }]);
  expect(inMenu()).toHaveAttribute('data-initials', 'AR');
});

test.each([
  ['D9 §7.13 a picture on another host, which is not requested,', 'https://evil.example', false],
  ['§7.1 a missing picture', 'https://backend.test', true],
])('the member’s initials stand in for %s (requested: %s)', async (_, host, isAsked) => {
  const address = pictures.replace('https://backend.test', host);
  withProfile(`${address}/gone.png`);
  await openProfile();
  for (const picture of [shown, inMenu]) {
    if (isAsked) {
      expect(picture()).toHaveAttribute('src', `${address}/gone.png`);
      fireEvent.error(picture() ?? document);
    }
    expect(picture()).toHaveAttribute('data-initials', 'AR');
  }
});

const home = '/rest/v1/home';
const failure = 'home data couldnot be loaded';
const homePictures = async () => {
  const { HomeImage } = await import('../../src/features/pictures/HomeImage.tsx');
  return (
    <>
      <HomeImage name="benefits_1" alt="First" width={1} height={1} />
      <HomeImage name="benefits_2" alt="Second" width={1} height={1} />
    </>
  );
};

test('§9.11 the home page’s pictures are requested again after 10 s, but not before', async () => {
  const pass = takeClock();
  const backend = new Backend().answer(home, []);
  await showPage(homePictures);
  for (const [ms, asked] of [
    [0, 1],
    [9_000, 1],
    [1_500, 2],
  ] as const) {
    await pass(ms);
    fireEvent(document, new Event('visibilitychange', { bubbles: true }));
    // One query serves every picture.
    await expect.poll(() => backend.sent(home)).toHaveLength(asked);
  }
});

test.each([
  ['a service error', { message: 'down' }, 500],
  ['rows in an unexpected shape', [{ name: 'benefits_1' }], 200],
  ['a reply that is not JSON', undefined, 200],
  ['no answer in 8 seconds', undefined, 0],
] as const)(
  'R1 R2 §5.29 %s is reported once, and the built-in pictures stay',
  async (_, body, status) => {
    const timeout = new AbortController();
    const patience = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timeout.signal);
    const backend = new Backend();
    if (status === 0) backend.hold(home);
    else backend.answer(home, body, status);
    await showPage(homePictures);
    expect(patience.mock.calls).toEqual([[8_000]]);
    if (status === 0) timeout.abort();
    await toast(failure);
    expect(screen.getAllByText(failure)).toHaveLength(1);
    for (const [alt, picture] of [
      ['First', 'benefits_1'],
      ['Second', 'benefits_2'],
    ] as const) {
      expect(screen.getByRole('img', { name: alt })).toHaveAttribute('src', `/home/${picture}.svg`);
    }
  },
);

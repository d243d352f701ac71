/** A copy’s files: out of the buckets, sealed, and back (§20.44). */
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { expect, onTestFinished, test } from 'vitest';
import { restoreFiles, saveFiles, seal, unseal } from '../../scripts/site-copy.ts';
import { pdf, png } from './files.ts';
import { newMember, service } from './support.ts';

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'admitcircle-copy-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

test('§20.44 a sealed copy restores its files unchanged, and can be opened only with its own identity', async () => {
  const { id } = await newMember();
  const letter = { bucket: 'files', path: `${id}/${'a'.repeat(32)}.pdf` };
  const picture = { bucket: 'profileimages', path: `${id}/${randomUUID()}.png` };
  const bytes = new Map<object, Uint8Array>([
    [letter, pdf()],
    [picture, png],
  ]);
  for (const [object, body] of bytes) {
    const { bucket, path } = object as typeof letter;
    const type = bucket === 'files' ? 'application/pdf' : 'image/png';
    const { error } = await service.storage.from(bucket).upload(path, body, { contentType: type });
    expect(error).toBeNull();
  }
  const [copied, there] = [await newFolder(), await newFolder()];
  const gone = { bucket: 'files', path: `${id}/${'b'.repeat(32)}.pdf` };
  expect(await saveFiles(service, [letter, picture, gone], copied)).toEqual([`files/${gone.path}`]);
  await writeFile(join(copied, 'database.sql'), 'select 1');

  const identity = await generateIdentity();
  const sealed = join(there, 'copy.tar.age');
  await seal(copied, await identityToRecipient(identity), sealed);
  expect((await readFile(sealed)).includes('select 1'), 'the sealed copy is unreadable').toBe(
    false,
  );
  await expect(unseal(sealed, await generateIdentity(), join(there, 'x'))).rejects.toThrow();
  await unseal(sealed, identity, join(there, 'opened'));
  expect(await readFile(join(there, 'opened', 'database.sql'), 'utf8')).toBe('select 1');

  for (const { bucket, path } of [letter, picture])
    await service.storage.from(bucket).remove([path]);
  expect(await restoreFiles(service, join(there, 'opened'))).toBe(2);
  for (const object of [letter, picture]) {
    const { data } = await service.storage.from(object.bucket).download(object.path);
    expect(new Uint8Array((await data?.arrayBuffer()) ?? new ArrayBuffer(0))).toEqual(
      new Uint8Array(bytes.get(object) ?? []),
    );
  }
});

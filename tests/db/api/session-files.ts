import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Client, TestBackend } from '../support/backend.ts';

/** Who may do what with the private bucket of members' files: the service alone (§18.10, §18.11). */
export function testSessionFiles(backend: TestBackend): void {
  const pdf = { contentType: 'application/pdf' };
  const bytes = () => new TextEncoder().encode('%PDF-1.7').buffer;

  test.each(['the member', 'another member', 'a visitor'])(
    '§18.11 %s can neither read, list, sign, write nor delete a file in the private bucket',
    async (who) => {
      const owner = await backend.newMember();
      const file = `${owner.id}/${randomUUID().replaceAll('-', '')}.pdf`;
      const kept = await bucket(backend.service).upload(file, bytes(), pdf);
      expect(kept.error).toBeNull();

      const theirs = bucket(await clientOf(who, owner.client));
      const mine = `${owner.id}/new.pdf`;
      expect((await theirs.download(file)).error).not.toBeNull();
      expect((await theirs.createSignedUrl(file, 60)).error).not.toBeNull();
      expect((await theirs.createSignedUploadUrl(mine)).error).not.toBeNull();
      expect((await theirs.upload(mine, bytes(), pdf)).error).not.toBeNull();
      expect((await theirs.upload(file, bytes(), { ...pdf, upsert: true })).error).not.toBeNull();
      expect((await theirs.update(file, bytes(), pdf)).error).not.toBeNull();
      expect((await theirs.move(file, mine)).error).not.toBeNull();
      expect((await theirs.copy(file, mine)).error).not.toBeNull();
      expect((await theirs.remove([file])).data ?? []).toEqual([]);
      expect((await theirs.list(owner.id)).data ?? []).toEqual([]);
      expect((await theirs.list()).data ?? []).toEqual([]);
      expect((await fetch(theirs.getPublicUrl(file).data.publicUrl)).ok).toBe(false);

      expect((await bucket(backend.service).list(owner.id)).data).toHaveLength(1);
      const read = await bucket(backend.service).download(file);
      expect(await read.data?.text()).toBe('%PDF-1.7');
    },
  );

  test('§18.11 members cannot open the private bucket or loosen its limits', async () => {
    const { client } = await backend.newMember();
    const wider = { public: true, fileSizeLimit: '1GB' };
    expect((await client.storage.updateBucket('files', wider)).error).not.toBeNull();
    expect((await client.storage.emptyBucket('files')).error).not.toBeNull();
    const { data } = await backend.service.storage.getBucket('files');
    expect(data).toMatchObject({
      public: false,
      file_size_limit: 4_194_304,
      allowed_mime_types: ['application/pdf', 'image/jpeg', 'image/png'],
    });
  });

  test('§18.10 the private bucket refuses files above 4 MB and files of other types, even from the service', async () => {
    const { service } = backend;
    const path = `${(await backend.newMember()).id}/a.pdf`;
    const tooBig = await bucket(service).upload(path, new ArrayBuffer(4_194_305), pdf);
    expect(tooBig.error).not.toBeNull();
    const page = await bucket(service).upload(path, bytes(), { contentType: 'text/html' });
    expect(page.error).not.toBeNull();
    expect((await bucket(service).upload(path, bytes(), pdf)).error).toBeNull();
  });

  async function clientOf(who: string, owner: Client): Promise<Client> {
    if (who === 'the member') return owner;
    return who === 'a visitor' ? backend.anonymous : (await backend.newMember()).client;
  }

  function bucket(client: Client) {
    return client.storage.from('files');
  }
}

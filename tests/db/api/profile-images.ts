import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Client, Member, TestBackend } from '../support/backend.ts';

/** Who may do what with the files in the bucket (reliability S1, S3, S5 to S9, S11, Y5). */
export function testProfileImages(backend: TestBackend): void {
  const png = { contentType: 'image/png' };

  test.each([
    ['png', 'image/png'],
    ['jpg', 'image/jpeg'],
    ['jpeg', 'image/jpeg'],
    ['gif', 'image/gif'],
  ])(
    'a member uploads a file ending in %s as %s, and anyone can fetch it at its public address',
    async (ending, contentType) => {
      const { id, client } = await backend.newMember();
      const path = `${id}/${randomUUID()}.${ending}`;
      const { error } = await bucket(client).upload(path, bytes(3), { contentType });
      expect(error).toBeNull();
      const { publicUrl } = bucket(client).getPublicUrl(path).data;
      const response = await fetch(publicUrl);
      expect([response.status, (await response.arrayBuffer()).byteLength]).toEqual([200, 3]);
      expect(response.headers.get('content-type')).toBe(contentType);
    },
  );

  test('S3 a picture of 204800 bytes is accepted, and a picture one byte larger is refused', async () => {
    const { id, client } = await backend.newMember();
    const fits = await bucket(client).upload(`${id}/fits.png`, bytes(204_800), png);
    expect(fits.error).toBeNull();
    const tooBig = await bucket(client).upload(`${id}/big.png`, bytes(204_801), png);
    expect(tooBig.error).toMatchObject({ statusCode: '413' });
    expect(await names(client, id)).toEqual(['fits.png']);
  });

  test.each(['image/svg+xml', 'text/html', 'image/webp', 'application/octet-stream'])(
    'S1 a %s picture is refused',
    async (contentType) => {
      const { id, client } = await backend.newMember();
      const { error } = await bucket(client).upload(`${id}/a.png`, bytes(3), { contentType });
      expect(error?.message).toContain('is not supported');
      expect(await names(client, id)).toEqual([]);
    },
  );

  test('S7 a member can replace, list and remove their own picture', async () => {
    const { id, client } = await withFile();
    const again = await bucket(client).upload(`${id}/me.png`, bytes(5), { ...png, upsert: true });
    expect(again.error).toBeNull();
    expect(await names(client, id)).toEqual(['me.png']);
    const removed = await bucket(client).remove([`${id}/me.png`]);
    expect(removed.data).toHaveLength(1);
    expect(await names(client, id)).toEqual([]);
  });

  test.each(['another member', 'a visitor'])(
    'S6 S7 S8 %s cannot write, copy, sign or list a member’s files',
    async (who) => {
      const { id, client } = await withFile();
      const other = who === 'a visitor' ? backend.anonymous : (await backend.newMember()).client;
      const theirs = bucket(other);
      const file = `${id}/me.png`;

      expect((await theirs.upload(`${id}/new.png`, bytes(3), png)).error).not.toBeNull();
      expect((await theirs.upload(file, bytes(3), { ...png, upsert: true })).error).not.toBeNull();
      expect((await theirs.update(file, bytes(3), png)).error).not.toBeNull();
      expect((await theirs.move(file, `${id}/moved.png`)).error).not.toBeNull();
      expect((await theirs.copy(file, `${id}/copy.png`)).error).not.toBeNull();
      expect((await theirs.createSignedUrl(file, 60)).error).not.toBeNull();
      expect((await theirs.remove([file])).data ?? []).toEqual([]);
      expect((await theirs.list(id)).data ?? []).toEqual([]);
      expect((await theirs.list()).data ?? []).toEqual([]);

      expect(await names(client, id)).toEqual(['me.png']);
      const response = await fetch(bucket(client).getPublicUrl(file).data.publicUrl);
      expect((await response.arrayBuffer()).byteLength).toBe(3);
    },
  );

  test('S11 a member can keep five pictures and replace them, but cannot add a sixth', async () => {
    const { id, client } = await backend.newMember();
    const upload = (name: string, options = {}) =>
      bucket(client).upload(`${id}/${name}.png`, bytes(3), { ...png, ...options });
    for (const name of ['1', '2', '3', '4', '5']) expect((await upload(name)).error).toBeNull();

    expect((await upload('6')).error).not.toBeNull();
    expect((await upload('6', { upsert: true })).error).not.toBeNull();
    expect((await bucket(client).copy(`${id}/1.png`, `${id}/6.png`)).error).not.toBeNull();
    expect((await upload('5', { upsert: true })).error).toBeNull();
    expect((await bucket(client).update(`${id}/5.png`, bytes(4), png)).error).toBeNull();
    expect(await names(client, id)).toEqual(['1.png', '2.png', '3.png', '4.png', '5.png']);

    expect((await bucket(client).move(`${id}/1.png`, `${id}/0.png`)).error).toBeNull();

    await bucket(client).remove([`${id}/0.png`]);
    expect((await upload('6')).error).toBeNull();
    const other = await backend.newMember();
    expect(
      (await bucket(other.client).upload(`${other.id}/1.png`, bytes(3), png)).error,
    ).toBeNull();
  });

  test('S5 Y5 a picture’s name is refused if it is not plain or if erasure would miss the file', async () => {
    const { id, client } = await withFile();
    for (const name of [
      'x.html',
      'x.svg',
      'x.png.html',
      'x.html.png',
      'x.PNG',
      'x',
      '.png',
      'x%0A.png',
      'x.png%0A',
      'a b.png',
      'é.png',
      `${'x'.repeat(101)}.png`,
      'x.gif',
      'x.jpg',
      ...['a/b.png', 'a/b/c.png', '/me.png', 'me.png/me.png'],
    ]) {
      const path = `${id}/${name}`;
      expect((await bucket(client).upload(path, bytes(3), png)).error, name).not.toBeNull();
      expect((await bucket(client).move(`${id}/me.png`, path)).error, name).not.toBeNull();
      expect((await bucket(client).copy(`${id}/me.png`, path)).error, name).not.toBeNull();
    }
    expect(await names(client, id)).toEqual(['me.png']);
  });

  test.each(['me.png', '../me.png', '%2e%2e/me.png', `${randomUUID()}/me.png`])(
    'S5 S6 a member cannot upload to %s',
    async (path) => {
      const { client } = await backend.newMember();
      expect((await bucket(client).upload(path, bytes(3), png)).error).not.toBeNull();
    },
  );

  test('Y5 §18.87 a closed account cannot store a file, even with a token that still works', async () => {
    const { id, client } = await withFile();
    const { service } = backend;
    await bucket(service).remove([`${id}/me.png`]);
    await service.rpc('erase_account', { p_user_id: id, p_is_checked: false }).throwOnError();
    const path = `${id}/late.png`;
    for (const who of [client, service]) {
      expect((await bucket(who).upload(path, bytes(3), png)).error).not.toBeNull();
      const again = await bucket(who).upload(path, bytes(3), { ...png, upsert: true });
      expect(again.error).not.toBeNull();
    }
    expect((await fetch(bucket(client).getPublicUrl(path).data.publicUrl)).ok).toBe(false);

    const files = service.storage.from('files');
    const late = await files.upload(`${id}/late.pdf`, bytes(3), { contentType: 'application/pdf' });
    expect(late.error).not.toBeNull();
    expect([await names(service, id), (await files.list(id)).data]).toEqual([[], []]);
  });

  test('S9 a member can neither create a bucket nor loosen the limits of the picture bucket', async () => {
    const { client } = await backend.newMember();
    expect((await client.storage.createBucket('mine')).error).not.toBeNull();
    const wider = { public: true, fileSizeLimit: '1GB' };
    expect((await client.storage.updateBucket('profileimages', wider)).error).not.toBeNull();
    const { data } = await backend.service.storage.getBucket('profileimages');
    expect(data).toMatchObject({
      public: true,
      file_size_limit: 204_800,
      allowed_mime_types: ['image/jpeg', 'image/png', 'image/gif'],
    });
  });

  function bucket(client: Client) {
    return client.storage.from('profileimages');
  }

  async function names(client: Client, folder: string): Promise<(string | undefined)[]> {
    const { data } = await bucket(client).list(folder);
    return (data ?? []).map(({ name }) => name.split('/').at(-1));
  }

  async function withFile(): Promise<Member> {
    const member = await backend.newMember();
    const path = `${member.id}/me.png`;
    const { error } = await bucket(member.client).upload(path, bytes(3), png);
    if (error) throw error;
    return member;
  }
}

function bytes(length: number): ArrayBuffer {
  return new ArrayBuffer(length);
}

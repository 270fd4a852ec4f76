import type { SealedBox } from '../secrets/sealed-box.js';

const purpose = 'api key';

/** Bound to the key's id and project: a box that was moved to another key does not open. */
export function sealKey(box: SealedBox, key: KeyOwner & { readonly secret: string }): Buffer {
  return box.seal(key.secret, purpose, ownerOf(key));
}

/** Throws when the box was altered or moved, or is sealed with a key that the ring does not hold. */
export function openKey(box: SealedBox, key: KeyOwner & { readonly secret_box: Buffer }): string {
  return box.open(key.secret_box, purpose, ownerOf(key));
}

type KeyOwner = { readonly id: string; readonly project: string };

function ownerOf({ id, project }: KeyOwner): string {
  return `${project}/${id}`;
}

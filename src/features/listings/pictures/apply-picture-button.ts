import type { ListingImage } from "../queries";

/**
 * Applies a picture's button: `up:{id}` moves it forward, `down:{id}` back, `remove:{id}` removes it. Null for another
 * intent.
 */
export function applyPictureButton(pictures: readonly ListingImage[], intent: string): ListingImage[] | null {
  const [, action, id] = intent.match(/^(up|down|remove):(.+)$/) ?? [];
  if (!action) return null;
  const index = pictures.findIndex((picture) => picture.id === id);
  const picture = pictures[index];
  const rest = pictures.filter((_, n) => n !== index);
  if (!picture || action === "remove") return rest;
  const newIndex = Math.max(0, index + (action === "up" ? -1 : 1));
  return [...rest.slice(0, newIndex), picture, ...rest.slice(newIndex)];
}

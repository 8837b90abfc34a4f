import { imageSize } from "image-size";
import { IMAGE_LIMITS, type PictureProblem } from "@/shared/pictures";

/** Kinds of picture that are taken in, as image-size names them by their magic bytes. */
const KINDS = new Set(["jpg", "png", "webp", "avif"]);
/** Widths of what is kept: the picture itself, and its small form for cards. */
const FULL_WIDTH = 1600;
const CARD_WIDTH = 480;

export type StoredPicture = { file: string; width: number; height: number };

/** The small form of a picture that was stored as `file`: `abc.webp` → `abc-480.webp`. */
export const cardFile = (file: string): string => file.replace(/\.webp$/, `-${CARD_WIDTH}.webp`);

/**
 * Pictures in R2. Each is decoded and encoded anew on its way in, as WebP at most 1600 px wide: what was in its
 * metadata (a place, a camera, a name) or hidden behind its pixels stays outside.
 */
export function createMedia(bucket: R2Bucket, images: ImagesBinding) {
  const encode = async (bytes: Uint8Array<ArrayBuffer>, width: number) => {
    const made = await images
      .input(new Blob([bytes]).stream())
      .transform({ width, fit: "scale-down" })
      .output({ format: "image/webp", quality: 82 });
    return new Uint8Array(await made.response().arrayBuffer());
  };
  const removeBelow = async (prefix: string) => {
    for (;;) {
      const { objects, truncated } = await bucket.list({ prefix });
      if (objects.length > 0) await bucket.delete(objects.map(({ key }) => key));
      if (!truncated) return;
    }
  };
  const metadata = { httpMetadata: { contentType: "image/webp" } };

  return {
    /** What is wrong with a picture, before anything is stored; null when it may come in. */
    inspect(bytes: Uint8Array): PictureProblem | null {
      if (bytes.length > IMAGE_LIMITS.bytes) return "image_too_large";
      const size = measure(bytes);
      if (!size) return "not_an_image";
      return size.width * size.height > IMAGE_LIMITS.pixels ? "image_too_many_pixels" : null;
    },
    /** Stores the picture and its small form below `folder` under `name`; null when it can't be decoded. */
    async store(folder: string, name: string, bytes: Uint8Array<ArrayBuffer>): Promise<StoredPicture | null> {
      let full: Uint8Array<ArrayBuffer>;
      let card: Uint8Array<ArrayBuffer>;
      try {
        [full, card] = await Promise.all([encode(bytes, FULL_WIDTH), encode(bytes, CARD_WIDTH)]);
      } catch {
        return null;
      }
      const size = measure(full);
      if (!size) return null;
      const file = `${name}.webp`;
      await bucket.put(`${folder}/${file}`, full, metadata);
      await bucket.put(`${folder}/${cardFile(file)}`, card, metadata);
      return { file, ...size };
    },
    async remove(folder: string, file: string): Promise<void> {
      await bucket.delete([`${folder}/${file}`, `${folder}/${cardFile(file)}`]);
    },
    /** Removes objects by their keys; a key that ends in "/" stands for everything below it. */
    async removeObjects(keys: readonly string[]): Promise<void> {
      const single = keys.filter((key) => !key.endsWith("/"));
      if (single.length > 0) await bucket.delete(single);
      for (const prefix of keys.filter((key) => key.endsWith("/"))) await removeBelow(prefix);
    },
    /** What is stored under a key, without its bytes. */
    describe: (key: string) => bucket.head(key),
    read: (key: string) => bucket.get(key),
  };
}

function measure(bytes: Uint8Array): { width: number; height: number } | null {
  try {
    const { width, height, type } = imageSize(bytes);
    return type && KINDS.has(type) && width && height ? { width, height } : null;
  } catch {
    return null;
  }
}

export type Media = ReturnType<typeof createMedia>;

import { imageSize } from "image-size";
import { AVATAR_SIZES, type AvatarSize, IMAGE_LIMITS, type PictureProblem } from "@/shared/pictures";

/** Kinds of picture that are taken in, as image-size names them by their magic bytes. */
const KINDS = new Set(["jpg", "png", "webp", "avif"]);
/** Widths of what is kept: the picture itself, and its small form for cards. */
const FULL_WIDTH = 1600;
const CARD_WIDTH = 480;

export type StoredPicture = { file: string; width: number; height: number };

/** The small form of a picture that was stored as `file`: `abc.webp` → `abc-480.webp`. */
export const cardFile = (file: string): string => file.replace(/\.webp$/, `-${CARD_WIDTH}.webp`);

/** The stored file that a served one belongs to: `abc-480.webp` → `abc.webp`. */
export const fullFile = (file: string): string => file.replace(`-${CARD_WIDTH}.webp`, ".webp");

/** Set on objects that may be written over, so that nobody keeps them without asking. */
const REPLACEABLE = { replaceable: "1" };
export const isReplaceable = (object: Pick<R2Object, "customMetadata">): boolean =>
  object.customMetadata?.replaceable === REPLACEABLE.replaceable;

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * Pictures in R2. Each is decoded and encoded anew on its way in, as WebP at most 1600 px wide: what was in its
 * metadata (a place, a camera, a name) or hidden behind its pixels stays outside. It stands upright, as its metadata
 * said it should, and of a moving one the first picture is left.
 */
export function createMedia(bucket: R2Bucket, images: ImagesBinding) {
  const encode = async (bytes: Bytes, form: ImageTransform): Promise<Bytes> => {
    const made = await images
      .input(new Blob([bytes]).stream())
      .transform(form)
      .output({ format: "image/webp", quality: 82, anim: false });
    return new Uint8Array(await made.response().arrayBuffer());
  };
  /** The picture in several forms; null when it can't be decoded. */
  const encodeAll = async (bytes: Bytes, forms: readonly ImageTransform[]): Promise<Bytes[] | null> => {
    try {
      return await Promise.all(forms.map((form) => encode(bytes, form)));
    } catch {
      return null;
    }
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
    /**
     * Stores the picture and its small form below `folder` under `name`; null when it can't be decoded. `replaceable`
     * where the same name may get another picture later.
     */
    async store(
      folder: string,
      name: string,
      bytes: Bytes,
      { replaceable = false } = {},
    ): Promise<StoredPicture | null> {
      const [full, card] =
        (await encodeAll(bytes, [
          { width: FULL_WIDTH, fit: "scale-down" },
          { width: CARD_WIDTH, fit: "scale-down" },
        ])) ?? [];
      const size = full && measure(full);
      if (!full || !card || !size) return null;
      const file = `${name}.webp`;
      const options = { ...metadata, ...(replaceable ? { customMetadata: REPLACEABLE } : {}) };
      await bucket.put(`${folder}/${file}`, full, options);
      await bucket.put(`${folder}/${cardFile(file)}`, card, options);
      return { file, ...size };
    },
    /**
     * Stores the picture's middle as squares, each under the key that `keyOf` gives for a version and a side in pixels.
     * The version is `from`, or the next number that nothing is stored under: two uploads never share one.
     * @returns the version, or null when the picture can't be decoded
     */
    async storeSquares(
      bytes: Bytes,
      from: number,
      keyOf: (version: number, size: AvatarSize) => string,
    ): Promise<number | null> {
      const squares = await encodeAll(
        bytes,
        AVATAR_SIZES.map((size) => ({ width: size, height: size, fit: "cover" as const })),
      );
      if (!squares) return null;
      const sized = AVATAR_SIZES.map((size, n) => ({ size, square: squares[n] as Bytes }));
      const [first, ...rest] = sized as [(typeof sized)[number], ...typeof sized];
      const fresh = { ...metadata, onlyIf: new Headers({ "if-none-match": "*" }) };
      let version = from;
      while (!(await bucket.put(keyOf(version, first.size), first.square, fresh))) version++;
      for (const { size, square } of rest) await bucket.put(keyOf(version, size), square, metadata);
      return version;
    },
    /** Stores a part of a file as it is. */
    async putPart(key: string, bytes: Bytes): Promise<void> {
      await bucket.put(key, bytes);
    },
    /** Parts joined in the order of their keys, and what follows them; null when one is gone. */
    async join(keys: readonly string[], last: Bytes): Promise<Bytes | null> {
      const parts: ArrayBuffer[] = [];
      for (const key of keys) {
        const part = await bucket.get(key);
        if (!part) return null;
        parts.push(await part.arrayBuffer());
      }
      return new Uint8Array(await new Blob([...parts, last]).arrayBuffer());
    },
    /** Names of the folders right below a folder (which ends in "/"), a page of at most a thousand at a time. */
    async *foldersBelow(folder: string): AsyncGenerator<string[]> {
      let cursor: string | undefined;
      do {
        const page = await bucket.list({ prefix: folder, delimiter: "/", ...(cursor ? { cursor } : {}) });
        yield page.delimitedPrefixes.map((prefix) => prefix.slice(folder.length, -1));
        cursor = page.truncated ? page.cursor : undefined;
      } while (cursor);
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

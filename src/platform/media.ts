import { imageSize } from "image-size";
import { AVATAR_SIZES, type AvatarSize, IMAGE_LIMITS, type PictureProblem } from "@/shared/pictures";
import { Outage } from "./outage";

/** Kinds of picture that are taken in, as image-size names them by their magic bytes. */
const KINDS = new Set(["jpg", "png", "webp", "avif"]);
/** Widths of what is kept: the picture itself, and its small form for cards. */
const FULL_WIDTH = 1600;
const CARD_WIDTH = 480;

/** The small form of a picture that was stored as `file`: `abc.webp` → `abc-480.webp`. */
export const cardFile = (file: string): string => file.replace(/\.webp$/, `-${CARD_WIDTH}.webp`);

/** The stored file that a served one belongs to: `abc-480.webp` → `abc.webp`. */
export const fullFile = (file: string): string => file.replace(`-${CARD_WIDTH}.webp`, ".webp");

type Bytes = Uint8Array<ArrayBuffer>;

/** Pixels. */
export type PictureSize = { width: number; height: number };

/** A picture's size as metadata of its object in the bucket. */
export const sizeNote = ({ width, height }: PictureSize): Record<string, string> => ({
  width: String(width),
  height: String(height),
});

/** A picture as it is kept, with its size in pixels. */
export type EncodedPicture = { full: Bytes; card: Bytes; width: number; height: number };
type Square = { size: AvatarSize; bytes: Bytes };

/** Metadata key for the hash of the SVG that an image was rendered from. */
const SVG_HASH = "svghash";

/** Objects that the bucket removes in one call (its limit). */
const MOST_REMOVED = 1000;

/**
 * Pictures in R2. Each is decoded and re-encoded on upload, as WebP at most 1600 px wide. This removes its metadata
 * (place, camera, name) and any data hidden in the file. The picture is rotated as its metadata said, and only the
 * first frame of an animation stays.
 */
export function createMedia(bucket: R2Bucket, images: ImagesBinding) {
  const encode = async (bytes: Bytes, form: ImageTransform): Promise<Bytes> => {
    const made = await images
      .input(new Blob([bytes]).stream())
      .transform(form)
      .output({ format: "image/webp", quality: 82, anim: false });
    return new Uint8Array(await made.response().arrayBuffer());
  };
  /** The picture in several forms; null when it can't be decoded. @throws Outage for whatever else fails, and may pass */
  const encodeAll = async (bytes: Bytes, forms: readonly ImageTransform[]): Promise<Bytes[] | null> => {
    const all = () => Promise.all(forms.map((form) => encode(bytes, form)));
    try {
      return await all();
    } catch (error) {
      if (UNDECODABLE.has(codeOf(error))) return null;
      if (codeOf(error) !== UNCLEAR) away(error);
      // Where a sound picture passes and this one fails again, it is the picture.
      await encode(SOUND, { width: 1 }).catch(away);
      return all().catch((again) => (codeOf(again) === UNCLEAR ? null : away(again)));
    }
  };
  const removeBelow = async (prefix: string) => {
    for (;;) {
      const { objects, truncated } = await bucket.list({ prefix });
      if (objects.length > 0) await bucket.delete(objects.map(({ key }) => key));
      if (!truncated) return;
    }
  };

  return {
    /** What is wrong with a picture, before anything is stored; null when it may come in. */
    inspect(bytes: Uint8Array): PictureProblem | null {
      if (bytes.length > IMAGE_LIMITS.bytes) return "image_too_large";
      const size = measure(bytes);
      if (!size) return "not_an_image";
      return size.width * size.height > IMAGE_LIMITS.pixels ? "image_too_many_pixels" : null;
    },
    /**
     * The picture and its small form, re-encoded; null when it can't be decoded. @throws Outage on a transient failure
     */
    async encode(bytes: Bytes): Promise<EncodedPicture | null> {
      const [full, card] =
        (await encodeAll(bytes, [
          { width: FULL_WIDTH, fit: "scale-down" },
          { width: CARD_WIDTH, fit: "scale-down" },
        ])) ?? [];
      const size = full && measure(full);
      return full && card && size ? { full, card, width: size.width, height: size.height } : null;
    },
    /**
     * The picture's middle as squares, re-encoded; null when it can't be decoded. @throws Outage on a transient failure
     */
    async encodeSquares(bytes: Bytes): Promise<Square[] | null> {
      const forms = AVATAR_SIZES.map((size) => ({ width: size, height: size, fit: "cover" as const }));
      const squares = await encodeAll(bytes, forms);
      return squares && AVATAR_SIZES.map((size, n) => ({ size, bytes: squares[n] as Bytes }));
    },
    /** Stores what was encoded under its key, with its size in pixels where nothing else remembers it. */
    async put(key: string, bytes: Bytes, size?: PictureSize): Promise<void> {
      await bucket.put(key, bytes, {
        httpMetadata: { contentType: "image/webp" },
        ...(size ? { customMetadata: sizeNote(size) } : {}),
      });
    },
    /** Stores a rendered PNG with the hash of its SVG. */
    async putRendered(key: string, bytes: Bytes, svgHash: string): Promise<void> {
      await bucket.put(key, bytes, {
        httpMetadata: { contentType: "image/png" },
        customMetadata: { [SVG_HASH]: svgHash },
      });
    },
    /** The hash of the SVG of a rendered image; null if there is no image. */
    readSvgHash: async (key: string): Promise<string | null> =>
      (await bucket.head(key))?.customMetadata?.[SVG_HASH] ?? null,
    /** The size (pixels) that a picture was stored with; null where there is none, or nothing is known of it. */
    async sizeOf(key: string): Promise<PictureSize | null> {
      const note = (await bucket.head(key))?.customMetadata;
      const [width, height] = [Number(note?.width), Number(note?.height)];
      return width > 0 && height > 0 ? { width, height } : null;
    },
    /** Stores a part of a file as it is. */
    async putPart(key: string, bytes: Bytes): Promise<void> {
      await bucket.put(key, bytes);
    },
    /** Stores a value as JSON. */
    async putJson(key: string, value: unknown): Promise<void> {
      await bucket.put(key, JSON.stringify(value), { httpMetadata: { contentType: "application/json" } });
    },
    /** A value that was stored as JSON; null where there is none. */
    readJson: async (key: string): Promise<unknown> => (await (await bucket.get(key))?.json()) ?? null,
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
    /** Names of the objects right below a folder (which ends in "/"), at most a thousand. */
    async filesBelow(folder: string): Promise<string[]> {
      const { objects } = await bucket.list({ prefix: folder, delimiter: "/" });
      return objects.map(({ key }) => key.slice(folder.length));
    },
    /** Removes objects by their keys; a key that ends in "/" means everything below it. */
    async removeObjects(keys: readonly string[]): Promise<void> {
      const single = keys.filter((key) => !key.endsWith("/"));
      for (let n = 0; n < single.length; n += MOST_REMOVED) {
        await bucket.delete(single.slice(n, n + MOST_REMOVED));
      }
      for (const prefix of keys.filter((key) => key.endsWith("/"))) await removeBelow(prefix);
    },
    /** What is stored under a key, without its bytes. */
    describe: (key: string) => bucket.head(key),
    /**
     * What is stored under a key, with its bytes unless `known` (an If-None-Match header that the bucket can read) names
     * its version.
     */
    read: (key: string, known: string | null): Promise<R2ObjectBody | R2Object | null> =>
      known === null ? bucket.get(key) : bucket.get(key, { onlyIf: new Headers({ "if-none-match": known }) }),
  };
}

const away = (cause: unknown): never => {
  throw new Outage("images", cause);
};

/** Numbers of the image service: no picture, too large an area, and a kind that it does not read. */
const UNDECODABLE: ReadonlySet<unknown> = new Set([9412, 9413, 9520]);
/** Error code for a broken picture and for the service's own failures alike. */
const UNCLEAR = 9523;
/** A sound picture: a GIF of one pixel. */
const SOUND = Uint8Array.from(atob("R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs="), (char) =>
  char.charCodeAt(0),
);

const codeOf = (error: unknown): unknown => (error as Partial<ImagesError> | null)?.code;

function measure(bytes: Uint8Array): { width: number; height: number } | null {
  try {
    const { width, height, type } = imageSize(bytes);
    return type && KINDS.has(type) && width && height ? { width, height } : null;
  } catch {
    return null;
  }
}

export type Media = ReturnType<typeof createMedia>;

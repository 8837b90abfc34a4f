import { DOCUMENT_LIMITS, type DocumentProblem } from "@/shared/document-limits";
import { AVATAR_SIZES, type AvatarSize, IMAGE_LIMITS, type PictureProblem } from "@/shared/picture-limits";
import type { PictureSize } from "./measure-picture";
import { createObjectStore } from "./object-store";
import { Outage } from "./outage";

/** Largest width of a stored picture, and width of its copy for cards (px). */
const FULL_WIDTH = 1600;
const CARD_WIDTH = 480;
/** Largest width of a picture of a document (px): small print stays readable. */
const DOCUMENT_WIDTH = 2400;
/** The first bytes of a PDF: `%PDF-`. */
const PDF_MAGIC = [0x25, 0x50, 0x44, 0x46, 0x2d];

/** The file of the card copy of a picture: `abc.webp` → `abc-480.webp`. */
export const toCardFile = (file: string): string => file.replace(/\.webp$/, `-${CARD_WIDTH}.webp`);

/** The file of the full picture: `abc-480.webp` → `abc.webp`. */
export const toFullFile = (file: string): string => file.replace(`-${CARD_WIDTH}.webp`, ".webp");

type Bytes = Uint8Array<ArrayBuffer>;

/** The code that reads sizes is loaded with the first picture: most isolates receive none. */
const measure = async (bytes: Uint8Array, options?: { avif: boolean }): Promise<PictureSize | null> =>
  (await import("./measure-picture")).measurePicture(bytes, options);

/** A picture's size as metadata of its object in the bucket. */
export const toSizeMetadata = ({ width, height }: PictureSize): Record<string, string> => ({
  width: String(width),
  height: String(height),
});

/** A re-encoded picture, with its size in pixels. */
export type EncodedPicture = { full: Bytes; card: Bytes; width: number; height: number };
type Square = { size: AvatarSize; bytes: Bytes };

/** Metadata key for the hash of the SVG that an image was rendered from. */
const SVG_HASH = "svghash";

/**
 * Pictures in R2. Each is decoded and re-encoded on upload, as WebP at most 1600 px wide. This removes its metadata
 * (location, camera, name) and any data hidden in the file. The picture is rotated as its metadata says, and only the
 * first frame of an animation stays.
 */
export function createMedia(bucket: R2Bucket, images: ImagesBinding) {
  const encode = async (bytes: Bytes, transform: ImageTransform): Promise<Bytes> => {
    const output = await images
      .input(new Blob([bytes]).stream())
      .transform(transform)
      .output({ format: "image/webp", quality: 82, anim: false });
    return new Uint8Array(await output.response().arrayBuffer());
  };
  /** The picture with each transform; null if it can't be decoded. @throws Outage for any other failure */
  const encodeAll = async (bytes: Bytes, transforms: readonly ImageTransform[]): Promise<Bytes[] | null> => {
    const all = () => Promise.all(transforms.map((transform) => encode(bytes, transform)));
    try {
      return await all();
    } catch (error) {
      if (UNDECODABLE_CODES.has(getErrorCode(error))) return null;
      if (getErrorCode(error) !== AMBIGUOUS_CODE) throwOutage(error);
      // If a valid picture can be encoded and this one fails again, the picture is broken.
      await encode(VALID_PICTURE, { width: 1 }).catch(throwOutage);
      return all().catch((again) => (getErrorCode(again) === AMBIGUOUS_CODE ? null : throwOutage(again)));
    }
  };

  return {
    ...createObjectStore(bucket),
    /** Checks size and type of an upload; null if it is accepted. */
    async inspect(bytes: Uint8Array): Promise<PictureProblem | null> {
      if (bytes.length > IMAGE_LIMITS.bytes) return "image_too_large";
      const size = await measure(bytes);
      if (!size) return "not_an_image";
      return size.width * size.height > IMAGE_LIMITS.pixels ? "image_too_many_pixels" : null;
    },
    /**
     * The picture and its card copy, re-encoded; null if it can't be decoded. @throws Outage on a transient failure
     */
    async encode(bytes: Bytes): Promise<EncodedPicture | null> {
      const [full, card] =
        (await encodeAll(bytes, [
          { width: FULL_WIDTH, fit: "scale-down" },
          { width: CARD_WIDTH, fit: "scale-down" },
        ])) ?? [];
      const size = full && (await measure(full));
      return full && card && size ? { full, card, width: size.width, height: size.height } : null;
    },
    /**
     * The picture cropped to squares, re-encoded; null if it can't be decoded. @throws Outage on a transient failure
     */
    async encodeSquares(bytes: Bytes): Promise<Square[] | null> {
      const transforms = AVATAR_SIZES.map((size) => ({ width: size, height: size, fit: "cover" as const }));
      const squares = await encodeAll(bytes, transforms);
      return squares && AVATAR_SIZES.map((size, n) => ({ size, bytes: squares[n] as Bytes }));
    },
    /** The type of a document by its magic bytes, or why it is refused. */
    async inspectDocument(
      bytes: Uint8Array,
    ): Promise<{ type: "pdf" | "picture" } | { problem: DocumentProblem }> {
      if (bytes.length > DOCUMENT_LIMITS.bytes) return { problem: "document_too_large" };
      if (PDF_MAGIC.every((byte, n) => bytes[n] === byte)) return { type: "pdf" };
      const size = await measure(bytes, { avif: false });
      if (!size) return { problem: "not_a_document" };
      return size.width * size.height > IMAGE_LIMITS.pixels
        ? { problem: "document_too_many_pixels" }
        : { type: "picture" };
    },
    /**
     * A picture of a document, re-encoded so that it stays readable; null if it can't be decoded.
     * @throws Outage on a transient failure
     */
    async encodeDocument(bytes: Bytes): Promise<Bytes | null> {
      const [encoded] = (await encodeAll(bytes, [{ width: DOCUMENT_WIDTH, fit: "scale-down" }])) ?? [];
      return encoded ?? null;
    },
    /** Stores a document. */
    async putDocument(key: string, bytes: Bytes, contentType: string): Promise<void> {
      await bucket.put(key, bytes, { httpMetadata: { contentType } });
    },
    /** Stores an encoded picture, with its size (px) if no table stores it. */
    async put(key: string, bytes: Bytes, size?: PictureSize): Promise<void> {
      await bucket.put(key, bytes, {
        httpMetadata: { contentType: "image/webp" },
        ...(size ? { customMetadata: toSizeMetadata(size) } : {}),
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
    /** The size (px) that a picture was stored with; null without a picture or a size. */
    async getSize(key: string): Promise<PictureSize | null> {
      const metadata = (await bucket.head(key))?.customMetadata;
      const [width, height] = [Number(metadata?.width), Number(metadata?.height)];
      return width > 0 && height > 0 ? { width, height } : null;
    },
    /** Stores a part of an upload. */
    async putPart(key: string, bytes: Bytes): Promise<void> {
      await bucket.put(key, bytes);
    },
    /** The parts of these keys followed by `last`; null if a part is missing. */
    async join(keys: readonly string[], last: Bytes): Promise<Bytes | null> {
      const parts: ArrayBuffer[] = [];
      for (const key of keys) {
        const part = await bucket.get(key);
        if (!part) return null;
        parts.push(await part.arrayBuffer());
      }
      return new Uint8Array(await new Blob([...parts, last]).arrayBuffer());
    },
    /**
     * An object with its bytes, unless `known` (an If-None-Match header that the bucket accepts) names its version.
     */
    read: (key: string, known: string | null): Promise<R2ObjectBody | R2Object | null> =>
      known === null ? bucket.get(key) : bucket.get(key, { onlyIf: new Headers({ "if-none-match": known }) }),
  };
}

const throwOutage = (cause: unknown): never => {
  throw new Outage(getErrorCode(cause) === LIMIT_CODE ? "images_limit_reached" : "images_unavailable", cause);
};

/** Error code of the image service when the account has used its transformations of the month. */
const LIMIT_CODE = 9422;

/** Error codes of the image service: not a picture, too many pixels, unsupported type. */
const UNDECODABLE_CODES: ReadonlySet<unknown> = new Set([9412, 9413, 9520]);
/** Error code of broken pictures and of failures of the service. */
const AMBIGUOUS_CODE = 9523;
/** A GIF of one pixel. */
const VALID_PICTURE = Uint8Array.from(atob("R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs="), (char) =>
  char.charCodeAt(0),
);

const getErrorCode = (error: unknown): unknown => (error as Partial<ImagesError> | null)?.code;

export type Media = ReturnType<typeof createMedia>;

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { R2Bucket } from "@cloudflare/workers-types";
import type { listingImages } from "@/db/schema";
import { toCardFile } from "@/platform/media";
import type { Subject } from "@/shared/codes";
import type { DemoListings } from "./demo-listings";
import type { ListingRow } from "./listings";
import type { Random } from "./random";

type ImageRow = typeof listingImages.$inferInsert;
/** Descriptions of the three scenes that were drawn for each subject. */
const SCENES = [
  "Cărți și rechizite pe o masă, lângă un tablou cu o schiță",
  "Caiet deschis cu o schiță, riglă, creion și o ceașcă, văzute de sus",
  "Tablă verde cu schițe făcute cu creta",
] as const;

/** File in dev/seed/pictures of a subject and scene. */
export const pictureFile = (subject: Subject, scene: number): string => `${subject}-${scene + 1}.webp`;

/** An object of the bucket, and the file in dev/seed/pictures that it is a copy of. */
export type PictureCopy = {
  key: string;
  source: string;
  /** Metadata stored with the object in the bucket. */
  note?: Record<string, string>;
};

/** A private object of the bucket: a PDF. */
export type DocumentFile = { key: string; pdf: string };

/** Parallel writes to the bucket. */
const CONCURRENT_WRITES = 24;

/** Two of three listings get one to three pictures of their subject. */
export function createPictures(random: Random, listings: readonly ListingRow[], demo: DemoListings) {
  const images: ImageRow[] = [];
  const copies: PictureCopy[] = [];
  for (const listing of listings) {
    const isDemo = listing === demo.mathematics;
    if (listing.state === "draft" || !(random.chance(66) || isDemo)) continue;
    const count = isDemo
      ? 3
      : random.weighted([
          [1, 55],
          [2, 32],
          [3, 13],
        ]);
    for (const [position, scene] of random.sample([0, 1, 2], count).entries()) {
      images.push(createImage(random, listing, scene, position, copies));
    }
  }
  return { images, copies };
}

function createImage(
  random: Random,
  listing: ListingRow,
  scene: number,
  position: number,
  copies: PictureCopy[],
): ImageRow {
  const id = random.id();
  const file = `${id}.webp`;
  const folder = `images/listings/${listing.id}`;
  copies.push({ key: `${folder}/${file}`, source: pictureFile(listing.subject, scene) });
  copies.push({
    key: `${folder}/${toCardFile(file)}`,
    source: toCardFile(pictureFile(listing.subject, scene)),
  });
  return {
    id,
    listingId: listing.id,
    ownerId: listing.ownerId,
    file,
    width: 1200,
    height: 900,
    alt: SCENES[scene] ?? "",
    position,
    createdTs: listing.createdTs,
  };
}

/** Stores documents in the bucket. */
export async function storeDocuments(media: R2Bucket, documents: readonly DocumentFile[]): Promise<void> {
  for (const { key, pdf } of documents)
    await media.put(key, pdf, { httpMetadata: { contentType: "application/pdf" } });
}

/** Copies the files into the bucket, under the names that the site uses. */
export async function storePictures(media: R2Bucket, copies: readonly PictureCopy[]): Promise<void> {
  const files = new Map<string, Buffer>();
  const readOnce = (source: string): Buffer => {
    const bytes = files.get(source) ?? readFileSync(join(import.meta.dirname, "pictures", source));
    files.set(source, bytes);
    return bytes;
  };
  const queue = [...copies];
  const copyAll = async () => {
    for (let copy = queue.pop(); copy; copy = queue.pop()) {
      await media.put(copy.key, readOnce(copy.source), {
        httpMetadata: { contentType: "image/webp" },
        ...(copy.note ? { customMetadata: copy.note } : {}),
      });
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT_WRITES }, copyAll));
}

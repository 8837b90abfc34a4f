import { bindings } from "./app";

/** A PNG in one shade of grey. With `pixels: false` it has a header with its size, but no picture data. */
export async function pngBytes(
  width: number,
  height: number,
  pixels = true,
  grey = 120,
): Promise<Uint8Array<ArrayBuffer>> {
  const header = new DataView(new ArrayBuffer(13));
  header.setUint32(0, width);
  header.setUint32(4, height);
  header.setUint8(8, 8); // bits a channel
  header.setUint8(9, 2); // red, green, blue
  const row = new Uint8Array(1 + width * 3).fill(grey);
  row[0] = 0;
  const rows = new Uint8Array(pixels ? row.length * height : 0);
  for (let y = 0; pixels && y < height; y++) rows.set(row, y * row.length);
  const data = await readBytes(new Blob([rows]).stream().pipeThrough(new CompressionStream("deflate")));
  const parts = [
    Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    chunk("IHDR", new Uint8Array(header.buffer)),
    chunk("IDAT", data),
    chunk("IEND", new Uint8Array()),
  ];
  return readBytes(new Blob(parts).stream());
}

/**
 * A real JPEG with an EXIF segment that contains a GPS position, as a phone's camera writes it. `orientation` is the
 * EXIF value (6: rotate clockwise by 90 degrees).
 */
export async function jpegWithPlace(
  width = 640,
  height = 480,
  orientation = 1,
): Promise<Uint8Array<ArrayBuffer>> {
  const png = await pngBytes(width, height);
  const reencoded = await bindings.IMAGES.input(new Blob([png]).stream()).output({ format: "image/jpeg" });
  const jpeg = new Uint8Array(await reencoded.response().arrayBuffer());
  return readBytes(new Blob([jpeg.slice(0, 2), exifWithPlace(orientation), jpeg.slice(2)]).stream());
}

export const PLACE_MARK = "CATEDRA-TEST-GPS";

/**
 * APP1: "Exif", a little-endian TIFF header, IFD0 with ImageDescription and Orientation, and a GPS IFD with latitude
 * references.
 */
function exifWithPlace(orientation: number): Uint8Array<ArrayBuffer> {
  const text = new TextEncoder().encode(`${PLACE_MARK}\0`);
  const ifd0 = 8;
  const gps = ifd0 + 2 + 3 * 12 + 4;
  const textOffset = gps + 2 + 1 * 12 + 4;
  const tiff = new DataView(new ArrayBuffer(textOffset + text.length));
  const entry = (at: number, tag: number, type: number, count: number, value: number) => {
    tiff.setUint16(at, tag, true);
    tiff.setUint16(at + 2, type, true);
    tiff.setUint32(at + 4, count, true);
    tiff.setUint32(at + 8, value, true);
  };
  tiff.setUint16(0, 0x4949);
  tiff.setUint16(2, 42, true);
  tiff.setUint32(4, ifd0, true);
  tiff.setUint16(ifd0, 3, true);
  entry(ifd0 + 2, 0x010e, 2, text.length, textOffset); // ImageDescription
  entry(ifd0 + 14, 0x0112, 3, 1, orientation); // Orientation
  entry(ifd0 + 26, 0x8825, 4, 1, gps); // GPSInfo
  tiff.setUint16(gps, 1, true);
  entry(gps + 2, 1, 2, 2, 0x4e); // GPSLatitudeRef "N"
  new Uint8Array(tiff.buffer).set(text, textOffset);
  const body = new Uint8Array(tiff.buffer);
  const segment = new Uint8Array(4 + 6 + body.length);
  new DataView(segment.buffer).setUint16(0, 0xffe1);
  new DataView(segment.buffer).setUint16(2, 2 + 6 + body.length);
  segment.set(new TextEncoder().encode("Exif\0\0"), 4);
  segment.set(body, 10);
  return segment;
}

function chunk(type: string, data: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(12 + data.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, data.length);
  bytes.set(new TextEncoder().encode(type), 4);
  bytes.set(data, 8);
  view.setUint32(8 + data.length, crc32(bytes.subarray(4, 8 + data.length)));
  return bytes;
}

/** https://www.w3.org/TR/png-3/#D-CRCAppendix */
function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}

/** The same picture in a longer file: decoders ignore bytes after a PNG's last chunk. */
export async function longPng(length: number): Promise<Uint8Array<ArrayBuffer>> {
  const png = await pngBytes(300, 200);
  return readBytes(new Blob([png, new Uint8Array(length - png.length)]).stream());
}

export const readBytes = async (stream: ReadableStream): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await new Response(stream).arrayBuffer());

export const createFile = (bytes: Uint8Array<ArrayBuffer>, name: string, type = "image/jpeg"): File =>
  new File([bytes], name, { type });

// @vitest-environment happy-dom
import { preparePicture } from "@client/uploads/prepare-picture";
import { afterEach, expect, test, vi } from "vitest";
import { IMAGE_LIMITS } from "@/shared/picture-limits";

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const LARGE = IMAGE_LIMITS.bytes + 1;
const createFile = (name: string, type: string, bytes = 100) =>
  new File([new Uint8Array(bytes)], name, { type, lastModified: 5 });

/** The browser decodes pictures of this size, or none. Returns the sizes at which they are drawn. */
function stubBrowser(size: { width: number; height: number } | null) {
  const drawn: number[][] = [];
  vi.stubGlobal("createImageBitmap", async () => {
    if (!size) throw new DOMException("no decoder");
    return { ...size, close() {} };
  });
  const context = {
    fillRect() {},
    drawImage: (_: unknown, __: number, ___: number, ...to: number[]) => drawn.push(to),
  };
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(context as never);
  vi.spyOn(HTMLCanvasElement.prototype, "toBlob").mockImplementation((done, type) =>
    done(new Blob(["x"], { type })),
  );
  return drawn;
}

test.each([
  [
    "a photo above 5 MB",
    createFile("munte.PNG", "image/png", LARGE),
    { width: 5120, height: 2560 },
    [2560, 1280],
  ],
  ["a HEIC photo", createFile("munte.heic", "image/heic"), { width: 400, height: 300 }, [400, 300]],
  ["a HEIC photo without a type", createFile("munte.HEIF", ""), { width: 400, height: 300 }, [400, 300]],
  [
    "a photo of 50 megapixels",
    createFile("munte.jpg", "image/jpeg"),
    { width: 5000, height: 10_000 },
    [1280, 2560],
  ],
])("%s becomes a smaller JPEG", async (_, file, size, drawnSize) => {
  const drawn = stubBrowser(size);
  const picture = (await preparePicture(file)) as File;
  expect(picture).toMatchObject({ name: "munte.jpg", type: "image/jpeg", lastModified: 5, size: 1 });
  expect(drawn).toEqual([drawnSize]);
});

test("other pictures stay as they are", async () => {
  stubBrowser({ width: 400, height: 300 });
  const file = createFile("munte.webp", "image/webp");
  expect(await preparePicture(file)).toBe(file);
});

test.each([
  ["heic_not_readable", createFile("munte.heic", "image/heic")],
  ["image_too_large", createFile("munte.jpg", "image/jpeg", LARGE)],
  ["not_an_image", createFile("munte.jpg", "image/jpeg")],
  ["not_an_image", createFile("carte.pdf", "application/pdf")],
])("%s: a file that the browser cannot decode", async (problem, file) => {
  stubBrowser(null);
  expect(await preparePicture(file)).toBe(problem);
});

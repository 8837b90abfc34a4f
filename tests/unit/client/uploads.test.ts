// @vitest-environment happy-dom
import { findInterrupted, uploadFile } from "@client/uploads";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { expectErrors, refusal, TestServer } from "./browser";

const PATH = "images/profile-pictures/anna.jpg";
const state = vi.hoisted(() => ({ uploads: [] as object[], terminate: async (): Promise<void> => {} }));
vi.mock("tus-js-client", () => ({
  defaultOptions: {
    urlStorage: {
      findAllUploads: async () => state.uploads,
      removeUpload: async (key: string) => {
        state.uploads = state.uploads.filter(
          (upload) => (upload as { urlStorageKey: string }).urlStorageKey !== key,
        );
      },
    },
  },
  Upload: { terminate: () => state.terminate() },
}));

let server: TestServer;
beforeEach(() => {
  server = new TestServer();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const file = new File(["JPEG"], "eu.jpg", { type: "image/jpeg" });
const NO_EVENTS = { onProgress() {}, onOffline() {}, onStuck() {} };

test("a refused upload rejects with the server's message", async () => {
  server.on(`/storage/${PATH}`, () => refusal(422));
  const upload = await uploadFile(file, PATH, NO_EVENTS);
  await expect(upload.finished).rejects.toMatchObject({
    name: "UploadFailed",
    status: 422,
    problem: { detail: "refused: 422" },
  });
});

test("an upload that may still succeed is reported as stuck, and continues when resumed", async () => {
  server.on(`/storage/${PATH}`, () => refusal(503));
  const stuck = new Promise<unknown>((resolve) => {
    void uploadFile(file, PATH, { ...NO_EVENTS, onStuck: resolve }).then((upload) => upload.finished);
  });
  expect(await stuck).toMatchObject({ status: 503, isRetryable: true });
});

test("deleting an upload logs and returns false when the server is unreachable, otherwise true", async () => {
  const logged = expectErrors();
  const createStored = () => [
    {
      urlStorageKey: "tus::1",
      uploadUrl: "https://catedra.test/storage/uploads/1",
      creationTime: new Date().toISOString(),
      metadata: { path: PATH, filename: "eu.jpg" },
    },
  ];
  state.uploads = createStored();
  state.terminate = async () => {
    throw new Error("no answer");
  };
  const upload = await findInterrupted(PATH);
  expect(upload?.name).toBe("eu.jpg");
  expect(await upload?.forget()).toBe(false);
  expect(logged).toHaveBeenCalledWith("upload not terminated", expect.any(Error));
  expect(state.uploads).toEqual([]);

  state.uploads = createStored();
  state.terminate = async () => {};
  expect(await (await findInterrupted(PATH))?.forget()).toBe(true);
});

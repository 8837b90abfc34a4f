import { newId } from "@/shared/ids";
import { pngBytes } from "../../../helpers/pictures";
import type { Asked, Scene } from "./prove";
import { exhaustLimits, member, packed } from "./scenes";

export const KB = 1024;
export const TUS = { "tus-resumable": "1.0.0" };
const UPLOADS = "/storage/uploads";
const BYTES = "application/offset+octet-stream";

type Person = { user: { id: string }; headers: Record<string, string> };
type Upload = { at: string; headers: Record<string, string> };
export type Giver = (scene: Scene) => Promise<Upload>;

export const pictureOf = (user: { id: string }) => `/storage/images/profile-pictures/${user.id}.png`;

const begun = (path: string, length: number) => ({
  ...TUS,
  "upload-length": String(length),
  "upload-metadata": `path ${btoa(path.replace("/storage/", ""))}`,
});

/** An upload of somebody's own picture, or of another's where `of` says so, that was begun. */
export async function givenUpload(
  scene: Scene,
  { by, of, length = 300 * KB }: { by?: Person; of?: { id: string }; length?: number } = {},
): Promise<Upload> {
  const person = by ?? (await member(scene));
  const headers = { ...person.headers, ...begun(pictureOf(of ?? person.user), length) };
  const answer = await scene.request(UPLOADS, { method: "POST", headers });
  return { at: answer.headers.get("location") ?? "", headers: { ...person.headers, ...TUS } };
}

type Givers = { oldUpload: Giver; demoted: Giver };

/** Beginning uploads, and sending their bytes by PATCH or by a POST that says PATCH. */
export function uploadCalls(givers: Givers): Asked {
  return {
    "POST /storage/uploads": begin(),
    "PATCH /storage/uploads/{id}": next(givers, {}),
    "POST /storage/uploads/{id}": next(givers, { "x-http-method-override": "PATCH" }),
  };
}

function begin(): Asked[string] {
  const own =
    (change: Record<string, string>, length = 10) =>
    async (scene: Scene) => {
      const { user, headers } = await member(scene);
      return scene.send(UPLOADS, { headers: { ...headers, ...begun(pictureOf(user), length), ...change } });
    };
  return {
    201: own({}),
    400: own({ "upload-length": "" }),
    401: ({ send }) => send(UPLOADS, { headers: begun(pictureOf({ id: newId() }), 10) }),
    403: own({ "upload-metadata": `path ${btoa("passwords.txt")}` }),
    404: async (scene) => {
      const { headers } = await member(scene, { role: "a" });
      const nowhere = `/storage/images/listings/${newId()}/a.png`;
      return scene.send(UPLOADS, { headers: { ...headers, ...begun(nowhere, 10) } });
    },
    409: async (scene) => {
      const { user, headers } = await member(scene);
      const keyed = { ...headers, ...begun(pictureOf(user), 10), "idempotency-key": newId() };
      await scene.send(UPLOADS, { body: "a", headers: keyed });
      return scene.send(UPLOADS, { body: "b", headers: keyed });
    },
    412: own({ "tus-resumable": "0.2.2" }),
    413: own({}, 5 * KB * KB + 1),
    415: ({ send }) => send(UPLOADS, packed(TUS)),
    422: own({}, 0),
    429: async (scene) => {
      const { user, headers } = await member(scene);
      const all = { ...headers, ...begun(pictureOf(user), 10) };
      await scene.send(UPLOADS, { headers: all });
      await exhaustLimits(scene.app);
      return scene.send(UPLOADS, { headers: all });
    },
  };
}

function next({ oldUpload, demoted }: Givers, override: Record<string, string>): Asked[string] {
  const part =
    (body: BodyInit, change: Record<string, string> = {}, given: Giver = givenUpload) =>
    async (scene: Scene) => {
      const { at, headers } = await given(scene);
      const all = { ...headers, "content-type": BYTES, "upload-offset": "0", ...override, ...change };
      return scene.send(at, { body, headers: all });
    };
  const short: Giver = (scene) => givenUpload(scene, { length: 10 });
  const elsewhere: Giver = async (scene) => ({ ...(await givenUpload(scene)), at: `${UPLOADS}/${newId()}` });
  const unknown: Giver = async () => ({ at: `${UPLOADS}/${newId()}`, headers: TUS });
  return {
    204: part("ten bytes."),
    400: part("ten bytes.", { "upload-offset": "x" }),
    401: part("ten bytes.", {}, unknown),
    403: part("ten bytes.", {}, demoted),
    404: part("ten bytes.", {}, elsewhere),
    409: part("ten bytes.", { "upload-offset": "5" }),
    410: part("ten bytes.", {}, oldUpload),
    412: part("ten bytes.", { "tus-resumable": "2.0.0" }),
    413: part("eleven bytes", {}, short),
    415: part("ten bytes.", { "content-type": "image/png" }),
    422: part("ten bytes.", {}, short),
    429: async (scene) => {
      const { user, headers } = await member(scene);
      const picture = await pngBytes(20, 20);
      await scene.request(pictureOf(user), { method: "PUT", body: picture, headers });
      const upload = await givenUpload(scene, { by: { user, headers }, length: picture.length });
      await exhaustLimits(scene.app);
      return part(picture, {}, async () => upload)(scene);
    },
  };
}

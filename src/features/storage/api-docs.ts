import type { CallDocs } from "@/shared/call-docs";

/** Descriptions of this feature's API calls by operationId. Only the OpenAPI document uses them, not the worker. */
export const storageApiDocs: CallDocs = {
  getImagesProfilePicturesByFile: {
    summary: "Get a profile picture",
    parameters: {
      file: "`{user id}.{ext}`, with the extension in `profile_picture`.",
      w: "Required width in pixels; returns the smallest stored square of at least that size.",
      v: "Version, as in `download_url`; with it the picture can be cached indefinitely.",
    },
    responses: {
      200: "The picture.",
      304: "The picture has the ETag in `If-None-Match`.",
    },
  },
  getImagesBlogByIdByFile: {
    summary: "Get a picture of a post",
    parameters: {
      id: "ID of the post.",
      file: "Name of the picture.",
    },
    responses: {
      200: "The picture.",
      304: "The picture has the ETag in `If-None-Match`.",
    },
  },
  optionsStorageUploads: {
    summary: "Get the capabilities of resumable uploads",
    about: "tus 1.0.0, https://tus.io/protocols/resumable-upload. The headers contain the capabilities.",
    responses: {
      204: "The capabilities, in the headers.",
    },
  },
  optionsStorageUploadsById: {
    summary: "Get the capabilities of an upload",
    responses: {
      204: "The capabilities, in the headers.",
    },
  },
  postStorageUploads: {
    summary: "Start a resumable upload",
    about:
      "For files larger than 256 KB. Send the bytes with PATCH within 24 hours. The file is stored when the last PATCH returns 204.",
    parameters: {
      "Upload-Length": "Size of the file in bytes: at most 5 MB, or 10 MB for a document to check.",
      "Upload-Metadata":
        "tus metadata: `path` (as in PUT /storage/{path}) and `filetype`, each value in base64.",
    },
    responses: {
      201: "The upload was created.",
      413: "The file exceeds the limit of its path.",
      422: "The file is empty.",
      429: "Too many uploads in progress or within an hour; retry after the seconds in `Retry-After`.",
    },
  },
  headStorageUploadsById: {
    summary: "Get the offset of an upload",
    about: "Clients use HEAD; GET returns the same.",
    responses: {
      200: "The offset, in the headers.",
      410: "The upload has expired after 24 hours.",
    },
  },
  patchStorageUploadsById: {
    summary: "Send bytes of an upload",
    about: "With 422 the file is not accepted, and the upload has ended. After 409, request the offset.",
    parameters: {
      "Upload-Offset": "Offset of these bytes.",
    },
    responses: {
      204: "The bytes were received; after the last bytes, the file is stored.",
      403: "The caller may no longer write to this path.",
      409: "`Upload-Offset` does not match the bytes received so far.",
      410: "The upload has expired after 24 hours.",
      413: "The upload has more bytes than `Upload-Length`.",
      422: "The file is not accepted, and the upload has ended.",
    },
  },
  deleteStorageUploadsById: {
    summary: "Cancel an upload",
    responses: {
      204: "The upload was canceled. A file that is already stored stays.",
      410: "The upload has expired after 24 hours.",
    },
  },
  postStorageUploadsById: {
    summary: "PATCH or DELETE through POST",
    about: "For clients behind a proxy that allows only GET and POST.",
    parameters: {
      "X-HTTP-Method-Override": "The intended method.",
      "Upload-Offset": "Offset of these bytes; only for PATCH.",
    },
    responses: {
      204: "Same as PATCH or DELETE.",
      403: "The caller may no longer write to this path.",
      409: "`Upload-Offset` does not match the bytes received so far.",
      410: "The upload has expired after 24 hours.",
    },
  },
  putStorageByPath: {
    summary: "Upload a picture of up to 256 KB",
    about:
      "The body is the file: JPEG, PNG, WebP or AVIF, detected by its bytes, with at most 40 megapixels. The picture is re-encoded, which removes its metadata. Use /storage/uploads for larger files. A picture that no listing uses is deleted after a day. Teachers store documents to check at `private/verifications/{user id}/{name}.{ext}` (PDF, JPEG, PNG or WebP, PDFs unchanged); no URL leads to them, and a file that no request names within a day is deleted.",
    responses: {
      201: "The picture was stored.",
      403: "The path belongs to another user or is not allowed.",
      404: "The listing, post or user of the path does not exist.",
      409: "The state of the listing does not allow it (`wrong_state`).",
      413: "The file exceeds 256 KB; use a resumable upload.",
      422: "The file is not an accepted picture; `errors` contains the reason.",
    },
  },
  getStorageByPath: {
    summary: "Get the location of a file",
    about:
      "The path may have any of the extensions. Files that are not public are visible to their owner and admins. Private paths are always refused.",
    responses: {
      200: "The location of the file.",
      403: "The path is not allowed.",
    },
  },
  deleteStorageByPath: {
    summary: "Delete a file",
    about: "A picture of a listing is also removed from the listing, whose version is incremented.",
    responses: {
      204: "The file was deleted.",
      403: "The path belongs to another user or is not allowed.",
      409: "The state of the listing does not allow it (`wrong_state`).",
    },
  },
};

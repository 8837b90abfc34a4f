import type { CallDocs } from "@/shared/call-docs";

/** Descriptions of this feature's API calls by operationId: only for the OpenAPI document, never in the worker. */
export const API_DOCS: CallDocs = {
  getImagesProfilePicturesByFile: {
    summary: "Get a user’s picture",
    parameters: {
      file: "`{user id}.{ext}`, with the extension from `profile_picture`.",
      w: "Width in pixels. The response is the smallest stored size that is at least as wide.",
      v: "The version from `download_url`. A picture with a version can be cached forever.",
    },
    answers: {
      200: "The picture.",
      304: "Not modified since the version in `If-None-Match`.",
    },
  },
  getImagesBlogByIdByFile: {
    summary: "Get a post’s picture",
    parameters: {
      id: "The post’s id.",
      file: "The picture’s file name.",
    },
    answers: {
      200: "The picture.",
      304: "Not modified since the version in `If-None-Match`.",
    },
  },
  optionsStorageUploads: {
    summary: "Get the options of resumable uploads",
    about:
      "tus 1.0.0, https://tus.io/protocols/resumable-upload. The headers contain the version, the extensions and the largest size.",
    answers: {
      204: "See the headers.",
    },
  },
  optionsStorageUploadsById: {
    summary: "Get the options at an upload",
    answers: {
      204: "See the headers.",
    },
  },
  postStorageUploads: {
    summary: "Start a resumable upload",
    about:
      "For files above 256 KB. Send its bytes by PATCH within 24 hours. The file is stored once the last PATCH was answered with 204.",
    parameters: {
      "Upload-Length": "Size of the whole file in bytes, at most 5 MB.",
      "Upload-Metadata":
        "tus metadata: `path` (as in PUT /storage/{path}) and `filetype`, each with a base64 value.",
    },
    answers: {
      201: "Started.",
      413: "The file is larger than 5 MB.",
      422: "The file is empty.",
      429: "Too many open uploads, or too many in one hour. `Retry-After` says when to retry.",
    },
  },
  headStorageUploadsById: {
    summary: "Get the progress of an upload",
    about: "GET returns the same headers as HEAD.",
    answers: {
      200: "See the headers.",
      410: "The upload expired after 24 hours.",
    },
  },
  patchStorageUploadsById: {
    summary: "Send the next bytes of an upload",
    about:
      "After 422 the upload is deleted, because the complete file is not an accepted picture. After 409, get the upload’s progress.",
    parameters: {
      "Upload-Offset": "Position of the first byte.",
    },
    answers: {
      204: "Received. After the last bytes the file is stored.",
      403: "The user may no longer write to this path.",
      409: "The offset is not the position of the next byte.",
      410: "The upload expired after 24 hours.",
      413: "More bytes than announced.",
      422: "The complete file is not an accepted picture. The upload is deleted.",
    },
  },
  deleteStorageUploadsById: {
    summary: "Delete an upload",
    answers: {
      204: "Deleted. A file that the upload completed stays.",
      410: "The upload expired after 24 hours.",
    },
  },
  postStorageUploadsById: {
    summary: "Send PATCH or DELETE as POST",
    about: "For clients behind a proxy that allows only GET and POST.",
    parameters: {
      "X-HTTP-Method-Override": "The intended method.",
      "Upload-Offset": "Position of the first byte; only for PATCH.",
    },
    answers: {
      204: "Like the response to PATCH or DELETE.",
      403: "The user may no longer write to this path.",
      409: "The offset is not the position of the next byte.",
      410: "The upload expired after 24 hours.",
    },
  },
  putStorageByPath: {
    summary: "Upload a picture of up to 256 KB",
    about:
      "The body is the file itself: JPEG, PNG, WebP or AVIF of at most 40 megapixels. The type is read from the bytes, not from the header. The picture is re-encoded without its metadata. Send larger files to /storage/uploads. A listing’s picture is deleted after a day unless the listing is saved with it.",
    answers: {
      201: "Stored.",
      403: "The path belongs to another user or is not allowed.",
      404: "The listing, post or user does not exist.",
      409: "The listing’s state does not allow it (`wrong_state`).",
      413: "The file is larger than 256 KB. Use a resumable upload.",
      422: "Not an accepted picture; see `errors`.",
    },
  },
  getStorageByPath: {
    summary: "Find a file",
    about:
      "The path may have any picture extension. Files that are not public are found only by their owner and admins.",
    answers: {
      200: "The file exists.",
      403: "The path is not allowed.",
    },
  },
  deleteStorageByPath: {
    summary: "Delete a file",
    about: "A listing’s picture is also removed from the listing, which gets a new version.",
    answers: {
      204: "Deleted.",
      403: "The path belongs to another user or is not allowed.",
      409: "The listing’s state does not allow it (`wrong_state`).",
    },
  },
};

import type { Row } from "../row";

/** Rows of the calls for files: what is stored, texts, builds and the data documents. */
export const callsOfFiles: Row[] = [
  {
    holds: "PUT storage: up to 256 KB; who may write which path follows from the path",
    by: {
      "worker/storage/profile-picture.test.ts": [
        "201 for 256 KB, 413 for more with a hint",
        "401 without a token, 403 for somebody else's, 201 for an admin, who is written down",
        "%s is refused with %i",
      ],
    },
  },
  {
    holds: "GET storage reads back, DELETE removes",
    by: {
      "worker/storage/profile-picture.test.ts": "200 for anybody, under any extension; 404 before and after",
      "worker/storage/listing-picture.test.ts": "204 for a loose one, and 404 the second time",
    },
  },
  {
    holds: "Pictures of posts are written by admins and read by anybody",
    by: { "worker/storage/listing-picture.test.ts": "is written by admins alone, and read by anybody" },
  },
  {
    holds: "/storage/uploads speaks tus 1.0",
    by: {
      "worker/storage/uploads.test.ts": [
        "204: says to anybody what is spoken here",
        "201 with the place and the end of the upload",
      ],
      "worker/storage/upload-parts.test.ts":
        "204 for each part; the file is there when the last one is answered",
    },
  },
  {
    holds: "Uploads double from 256 KB, show progress, survive broken connections and reloads",
    by: {
      "browser/uploads.spec.ts": [
        "a large picture goes up in parts that double, with progress, pause and resume, and is shown",
        "it goes on by itself when the connection broke",
        "it goes on after a reload",
      ],
    },
  },
  {
    holds: "Abandoned uploads are swept after a day",
    by: { "worker/storage/uploads.test.ts": "410 for every call; the job sweeps it with its parts" },
  },
  {
    holds: "GET /images: long caching, ETag, fixed type, nosniff",
    by: {
      "worker/storage/profile-picture.test.ts":
        "may be kept for ever at the current version, else asks by ETag",
      "worker/listings/pictures.test.ts": [
        "stores them re-encoded, without what was in their metadata, and serves them",
        "answers HEAD and If-None-Match without the bytes",
      ],
    },
  },
  {
    holds: "GET /_locales/{page}/{locale}/data.json: texts, immutable for this build",
    by: {
      "worker/site/builds.test.ts": [
        "GET /_locales/{page}/{locale}/data.json › %s: 200 in each language",
        "with this build's id it is good for a year, with another or none it is asked for again",
      ],
    },
  },
  {
    holds: "GET /builds/latest.json: which build, never kept",
    by: { "worker/site/builds.test.ts": "latest.json says which build it is, never kept: 200" },
  },
  {
    holds: "GET /data/users/me.json: everything about me",
    by: {
      "worker/privacy/export.test.ts":
        "200 with everything by bearer and by the token in the address, never stored, never told on",
      "worker/privacy/export-tables.test.ts": "tells every column of somebody who used everything",
    },
  },
  {
    holds: "GET /data/listings.json and /data/listings/{id}.json",
    by: {
      "worker/data/export.test.ts":
        "200 with every listing that visitors see and no other, by id, as the call of one gives it",
    },
  },
  {
    holds: "GET /data/blog.json and /data/testimonials.json",
    by: { "worker/data/export.test.ts": "200 with all that is out, and nothing else" },
  },
  {
    holds: "GET /data/orders.json is admins'",
    by: { "worker/data/export.test.ts": "403 for everybody but admins, 200 for an admin" },
  },
  {
    holds: "GET /data/settings is admins'",
    by: {
      "worker/data/settings.test.ts": [
        "200 with version 0 and what is shipped of %s",
        "401 permission_denied without a token or with a bad one",
      ],
    },
  },
  {
    holds: "auth and app_check may stand in the address there and nowhere else, never in a log",
    by: {
      "worker/data/export.test.ts": "counts under /data and nowhere else, and stands in no log",
      "worker/http/request-log.test.ts": "is logged without anybody's address",
    },
  },
  {
    holds: "401 permission_denied without a token",
    by: {
      "worker/privacy/export.test.ts":
        "401 permission_denied without a token, with a bad one, an expired one, a cookie, or a refresh token",
    },
  },
  {
    holds: "Path keys are not empty and hold none of . # $ / [ ]",
    by: {
      "worker/data/path-keys.test.ts": [
        "have none of what a key may not have, however it is encoded",
        "GET %s 400 invalid_key, whoever asks",
      ],
    },
  },
  {
    holds: "PUT /data/settings: documents with a version; datastale with the present one",
    by: {
      "worker/data/settings.test.ts": [
        "200 with the next version, kept with its history and in the audit log, and given by GET",
        "409 datastale with the present version and value",
      ],
    },
  },
  {
    holds: "Transactions try at most 25 times; maxretry, nodata, set",
    by: {
      "worker/data/settings.test.ts": [
        "200 at the twenty-fifth try",
        "409 maxretry where others were faster twenty-five times",
        "404 nodata for what is none",
        "422 set for what is larger than a row",
      ],
    },
  },
];

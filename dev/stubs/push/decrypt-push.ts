import { createDecipheriv, createECDH, hkdfSync } from "node:crypto";

/** The keys of a browser's subscription (base64url); only the browser has the private key. */
export type SubscriptionKeys = { privateKey: string; p256dh: string; auth: string };

const SALT_BYTES = 16;
const TAG_BYTES = 16;
/** Ends the text of the last record; zeros for padding may follow. */
const DELIMITER = 2;

/**
 * Decrypts a push message as a browser does (RFC 8291 with the format of RFC 8188, one record).
 * @throws Error if the message is malformed or was not encrypted for these keys
 */
export function decryptPush(body: Uint8Array, { privateKey, p256dh, auth }: SubscriptionKeys): string {
  const message = Buffer.from(body);
  const salt = message.subarray(0, SALT_BYTES);
  const recordSize = message.readUInt32BE(SALT_BYTES);
  const keyLength = message.readUInt8(SALT_BYTES + 4);
  const headerLength = SALT_BYTES + 5 + keyLength;
  const senderKey = message.subarray(SALT_BYTES + 5, headerLength);
  const record = message.subarray(headerLength);
  if (record.length > recordSize) throw new Error("more than one record");

  const receiver = createECDH("prime256v1");
  receiver.setPrivateKey(Buffer.from(privateKey, "base64url"));
  const keyInfo = Buffer.concat([toBytes("WebPush: info\0"), Buffer.from(p256dh, "base64url"), senderKey]);
  const secret = derive(receiver.computeSecret(senderKey), Buffer.from(auth, "base64url"), keyInfo, 32);
  const key = derive(secret, salt, toBytes("Content-Encoding: aes128gcm\0"), 16);
  const nonce = derive(secret, salt, toBytes("Content-Encoding: nonce\0"), 12);

  const decipher = createDecipheriv("aes-128-gcm", key, nonce);
  decipher.setAuthTag(record.subarray(-TAG_BYTES));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -TAG_BYTES)), decipher.final()]);
  const end = padded.findLastIndex((byte: number) => byte !== 0);
  if (padded[end] !== DELIMITER) throw new Error("no delimiter after the text");
  return padded.subarray(0, end).toString();
}

const toBytes = (text: string): Buffer => Buffer.from(text, "latin1");

const derive = (secret: Uint8Array, salt: Uint8Array, info: Uint8Array, length: number): Buffer =>
  Buffer.from(hkdfSync("sha256", secret, salt, info, length));

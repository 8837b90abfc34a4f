export { backUp } from "./back-up";
export {
  BACKUP_DECISIONS,
  BACKUP_TABLES,
  type BackupTable,
  quote,
  selectLinesSql,
  toLiteral,
} from "./backup-tables";
export {
  type BackupPart,
  INDEX_KEY,
  indexSchema,
  type Manifest,
  manifestSchema,
  toManifestKey,
} from "./manifest";
